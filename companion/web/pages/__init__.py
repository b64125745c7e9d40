"""The pages people look at while they play: the views of the API, drawn as HTML."""
