"""The routes of the API: each takes a message, has it processed, and answers with another."""
