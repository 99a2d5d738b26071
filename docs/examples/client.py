"""Runs a sentence and prints what the model would say next: python client.py http://127.0.0.1:8000 MODEL TEXT"""

import sys

import httpx
import msgpack
from websockets.sync.client import connect

address, model, text = sys.argv[1:]
with httpx.Client(base_url=address) as web:
    web.get("/api/models")  # brings the csrftoken cookie, which every POST sends back as a header
    headers = {"X-CSRFToken": web.cookies["csrftoken"], "Origin": address}
    run = web.post("/api/runs", json={"model": model, "text": text}, headers=headers).raise_for_status().json()
    cookies = "; ".join(f"{name}={value}" for name, value in web.cookies.items())
    stream = f"{address.replace('http', 'ws', 1)}/ws/runs/{run['id']}"
    with connect(stream, additional_headers={"Cookie": cookies}) as events:
        for frame in events:  # until the server closes the stream behind the last event
            event = msgpack.unpackb(frame)
            print(event["seq"], event["type"], event.get("layer", ""))
            if event["type"] == "run.next_token":
                print([(candidate["label"], candidate["probability"]) for candidate in event["top"]])
