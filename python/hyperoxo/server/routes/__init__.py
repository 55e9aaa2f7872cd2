"""The end points of the API: each takes a message, hands it to whoever knows, and answers with another."""
