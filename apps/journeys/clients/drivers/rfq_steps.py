"""Requests for quotes with the clients of py-clob-client's family; `rfq` is the module of their parameters."""

from steps import SITE, must

YES, NO = SITE["yes"], SITE["no"]


def rfq_steps(rfq, client, other):
    """The steps of a requester and of a quoter; `other` creates the quoter, with its own key."""
    seen = {}

    # Within a second the same signed bytes are the same request: the second one has another size.
    def request(size=20):
        asked = rfq.RfqUserRequest(token_id=YES, price=0.45, side="BUY", size=size)
        seen["request"] = client.rfq.create_rfq_request(asked)["requestId"]

    def requests():
        found = client.rfq.get_rfq_requests(rfq.GetRfqRequestsParams(request_ids=[seen["request"]], state="active"))
        must(found["count"] == 1, "not one")

    def quote():
        seen["quoter"] = seen.get("quoter") or other()
        offer = rfq.RfqUserQuote(request_id=seen["request"], token_id=NO, price=0.57, side="BUY", size=20)
        seen["quote"] = seen["quoter"].rfq.create_rfq_quote(offer)["quoteId"]

    def quotes():
        params = rfq.GetRfqQuotesParams(quote_ids=[seen["quote"]])
        must(client.rfq.get_rfq_requester_quotes(params)["data"][0]["matchType"] == "MINT", "no mint")
        must(seen["quoter"].rfq.get_rfq_quoter_quotes(params)["count"] == 1, "not one")

    def listed():
        params = rfq.GetRfqQuotesParams(quote_ids=[seen["quote"]], states=["STATE_REQUEST_QUOTED", "STATE_COMPLETED"])
        for each in (client, seen["quoter"]):
            must(each.rfq.get_rfq_quotes(params)["count"] == 1, "not one")
        asked = rfq.GetRfqRequestsParams(request_ids=[seen["request"]], states=["STATE_COMPLETED"])
        must(client.rfq.get_rfq_requests(asked)["count"] == 0, "completed")

    def best():
        found = client.rfq.get_rfq_best_quote(rfq.GetRfqBestQuoteParams(request_id=seen["request"]))
        must(found["quoteId"] == seen["quote"], "another")

    def accept():
        must(client.rfq.accept_rfq_quote(rfq.AcceptQuoteParams(seen["request"], seen["quote"], 0)) == "OK", "not OK")

    def approve():
        answer = seen["quoter"].rfq.approve_rfq_order(rfq.ApproveOrderParams(seen["request"], seen["quote"], 0))
        must(len(answer["tradeIds"]) == 1, "no trade")

    def cancel():
        request(size=21)
        quote()
        must(seen["quoter"].rfq.cancel_rfq_quote(rfq.CancelRfqQuoteParams(seen["quote"])) == "OK", "quote not cancelled")
        must(client.rfq.cancel_rfq_request(rfq.CancelRfqRequestParams(seen["request"])) == "OK", "request not cancelled")

    # Only Kuest's has the older list and its filter.
    older = [("rfq", "quotes by states", listed)] if hasattr(client.rfq, "get_rfq_quotes") else []
    return [
        ("rfq", "config", lambda: must(client.rfq.rfq_config()["requestTtlSeconds"] > 0, "no config")),
        ("rfq", "request", request),
        ("rfq", "requests", requests),
        ("rfq", "quote", quote),
        ("rfq", "quotes of both", quotes),
        *older,
        ("rfq", "best quote", best),
        ("rfq", "accept", accept),
        ("rfq", "approve", approve),
        ("rfq", "cancel", cancel),
    ]
