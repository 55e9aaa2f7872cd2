"""The search for a strategy that people can play on 4x4x4."""
