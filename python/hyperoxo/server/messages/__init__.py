"""Messages between the server and its clients: one model for each message, in a module for each subject.

The description of the API (`/openapi.json`) and the page's types are made from these models.
"""
