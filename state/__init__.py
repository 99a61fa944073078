"""The typed state of the workflow: values, context and reducers."""
