"""Prints the keys of page 2 of a product's comments with 4 or 5 stars, and how many there are."""

import sys

sys.path.insert(0, "target/python")

from shop import ApiClient, Configuration, DefaultApi

api = DefaultApi(ApiClient(Configuration(host=sys.argv[1])))
page = api.list_comments(group="DAFT_PUNK_TSHIRT", rating=["4", "5"], size=3, page=2)
print(page.page.total_items, *(item["PK"] for item in page.items))
