"""Interpreters for the listings of two documents, which run beside our players."""
