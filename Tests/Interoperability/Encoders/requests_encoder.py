"""Python's requests: `requests_encoder.py ADDRESS FORMS.json`."""
import json
import sys

import requests

address, forms = sys.argv[1:]
session = requests.Session()
session.trust_env = False
for form in json.load(open(forms, encoding="utf-8")):
    files = []
    for part in form["parts"]:
        if part["filename"] is None:
            content = (None, part["value"].encode(), part["type"])
        else:
            content = (part["filename"], open(part["path"], "rb").read(), part["type"])
        files.append((part["name"], content))
    session.post(address + form["name"], files=files).raise_for_status()
