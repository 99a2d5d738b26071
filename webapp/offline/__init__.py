"""The page as one file: it holds the answers that the page would ask of the server, and asks for no others."""
