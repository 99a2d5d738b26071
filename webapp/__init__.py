"""The web: runs, their streams and their tiles over HTTP and WebSocket. Imports compute, never torch."""
