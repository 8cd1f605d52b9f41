"""A local web server: the answers of the command line as JSON, and a page to play and get advice on."""
