// Drives the Go module github.com/GoPolymarket/polymarket-go-sdk; with `follow`, only its stream, through disconnects.
package main

import (
	"context"
	"errors"
	"os"

	polymarket "github.com/GoPolymarket/polymarket-go-sdk"
	"github.com/GoPolymarket/polymarket-go-sdk/pkg/auth"
	"github.com/GoPolymarket/polymarket-go-sdk/pkg/clob"
	"github.com/GoPolymarket/polymarket-go-sdk/pkg/clob/clobtypes"
	"github.com/GoPolymarket/polymarket-go-sdk/pkg/clob/rfq"
	"github.com/GoPolymarket/polymarket-go-sdk/pkg/data"
	"github.com/GoPolymarket/polymarket-go-sdk/pkg/gamma"
	"github.com/ethereum/go-ethereum/common"
)

const chain = 137

type driver struct {
	ctx    context.Context
	signer auth.Signer
	client *polymarket.Client
	order  string
}

func newClient() *polymarket.Client {
	config := polymarket.DefaultConfig()
	config.BaseURLs.CLOB = site["clob"]
	config.BaseURLs.CLOBWS = site["stream"]
	config.BaseURLs.Geoblock = site["clob"]
	config.BaseURLs.Gamma = site["gamma"]
	config.BaseURLs.Data = site["data"]
	// The price streams of another service, which are not tested here.
	config.BaseURLs.RTDS = site["stream"]
	return polymarket.NewClient(polymarket.WithConfig(config))
}

func main() {
	readSite()
	ctx := context.Background()
	if len(os.Args) > 1 && os.Args[1] == "follow" {
		step("streams", "book through cuts", func() error { return follow(ctx, newClient()) })
		return
	}
	d := &driver{ctx: ctx, client: newClient()}
	step("trading", "key", d.key)
	d.trading()
	d.rfq()
	d.books()
	d.catalog()
	d.data()
	d.rewards()
	step("streams", "market", d.marketStream)
	step("streams", "user", d.userStream)
}

func (d *driver) key() error {
	signer, err := auth.NewPrivateKeySigner(site["key"], chain)
	if err != nil {
		return err
	}
	d.signer = signer
	made, err := d.client.CLOB.WithAuth(signer, nil).CreateOrDeriveAPIKey(d.ctx)
	if err != nil {
		return err
	}
	d.client = d.client.WithAuth(signer, &auth.APIKey{Key: made.APIKey, Secret: made.Secret, Passphrase: made.Passphrase})
	return must(made.APIKey != "", "no key")
}

func (d *driver) limit(price, size float64) (string, error) {
	order, err := clob.NewOrderBuilder(d.client.CLOB, d.signer).
		TokenID(site["yes"]).Side("BUY").Price(price).Size(size).OrderType(clobtypes.OrderTypeGTC).BuildSignable()
	if err != nil {
		return "", err
	}
	placed, err := d.client.CLOB.CreateOrderFromSignable(d.ctx, order)
	return placed.ID, err
}

func (d *driver) market(spend float64) (string, error) {
	order, err := clob.NewOrderBuilder(d.client.CLOB, d.signer).
		TokenID(site["yes"]).Side("BUY").AmountUSDC(spend).OrderType(clobtypes.OrderTypeFOK).BuildMarket()
	if err != nil {
		return "", err
	}
	placed, err := d.client.CLOB.CreateOrderFromSignable(d.ctx, order)
	return placed.ID, err
}

func (d *driver) trading() {
	trader := d.client.CLOB
	step("trading", "place GTC", func() (err error) { d.order, err = d.limit(0.3, 10); return })
	step("trading", "open orders", func() error {
		open, err := trader.OrdersAll(d.ctx, &clobtypes.OrdersRequest{})
		return errors.Join(err, must(len(open) == 1, "not listed"))
	})
	step("trading", "one order", func() error {
		order, err := trader.Order(d.ctx, d.order)
		return errors.Join(err, must(order.ID == d.order, "another order"))
	})
	step("trading", "is scoring", func() error {
		_, err := trader.OrderScoring(d.ctx, &clobtypes.OrderScoringRequest{ID: d.order})
		return err
	})
	step("trading", "cancel", func() error {
		_, err := trader.CancelOrder(d.ctx, &clobtypes.CancelOrderRequest{OrderID: d.order})
		return err
	})
	step("trading", "market FOK", func() error { _, err := d.market(6); return err })
	step("trading", "trades", func() error {
		trades, err := trader.TradesAll(d.ctx, &clobtypes.TradesRequest{})
		return errors.Join(err, must(len(trades) == 1, "not one"))
	})
	step("trading", "cancel all", func() error { _, err := trader.CancelAll(d.ctx); return err })
	step("trading", "balance", func() error {
		request := &clobtypes.BalanceAllowanceRequest{AssetType: clobtypes.AssetTypeCollateral}
		balance, err := trader.BalanceAllowance(d.ctx, request)
		return errors.Join(err, must(balance.Balance != "" && balance.Balance != "0", "none"))
	})
	step("trading", "notifications", func() error {
		_, err := trader.Notifications(d.ctx, &clobtypes.NotificationsRequest{})
		return err
	})
	step("trading", "api keys", func() error { _, err := trader.ListAPIKeys(d.ctx); return err })
	step("trading", "closed only", func() error { _, err := trader.ClosedOnlyStatus(d.ctx); return err })
}

func (d *driver) rfq() {
	trader := d.client.CLOB.RFQ()
	step("rfq", "config", func() error { _, err := trader.RFQConfig(d.ctx); return err })
	step("rfq", "request", func() error {
		made, err := trader.CreateRFQRequest(d.ctx, &rfq.RFQRequest{
			AssetIn: site["yes"], AssetOut: "0", AmountIn: "20000000", AmountOut: "9000000", UserType: "0",
		})
		return errors.Join(err, must(made.RequestID != "", "no id"))
	})
	step("rfq", "requests", func() error {
		_, err := trader.RFQRequests(d.ctx, &rfq.RFQRequestsQuery{State: rfq.RFQStateActive})
		return err
	})
}

func (d *driver) books() {
	reader, token := d.client.CLOB, site["yes"]
	step("books", "ok", func() error { _, err := reader.Health(d.ctx); return err })
	step("books", "time", func() error { _, err := reader.Time(d.ctx); return err })
	step("books", "book", func() error {
		book, err := reader.OrderBook(d.ctx, &clobtypes.BookRequest{TokenID: token})
		return errors.Join(err, must(len(book.Bids) > 0, "no bids"))
	})
	step("books", "books", func() error {
		books, err := reader.OrderBooks(d.ctx, &clobtypes.BooksRequest{Requests: []clobtypes.BookRequest{{TokenID: token}}})
		return errors.Join(err, must(len(books) == 1, "not one"))
	})
	step("books", "price", func() error {
		_, err := reader.Price(d.ctx, &clobtypes.PriceRequest{TokenID: token, Side: "BUY"})
		return err
	})
	step("books", "midpoint", func() error {
		_, err := reader.Midpoint(d.ctx, &clobtypes.MidpointRequest{TokenID: token})
		return err
	})
	step("books", "spread", func() error {
		_, err := reader.Spread(d.ctx, &clobtypes.SpreadRequest{TokenID: token, Side: "BUY"})
		return err
	})
	step("books", "last trade", func() error {
		_, err := reader.LastTradePrice(d.ctx, &clobtypes.LastTradePriceRequest{TokenID: token})
		return err
	})
	step("books", "history", func() error {
		request := &clobtypes.PricesHistoryRequest{Market: token, Interval: clobtypes.PriceHistoryInterval1h}
		_, err := reader.PricesHistory(d.ctx, request)
		return err
	})
	step("books", "tick size", func() error {
		_, err := reader.TickSize(d.ctx, &clobtypes.TickSizeRequest{TokenID: token})
		return err
	})
	step("books", "fee rate", func() error {
		_, err := reader.FeeRate(d.ctx, &clobtypes.FeeRateRequest{TokenID: token})
		return err
	})
}

func (d *driver) catalog() {
	reader, catalog := d.client.CLOB, d.client.Gamma
	step("catalog", "trading's markets", func() error {
		markets, err := reader.Markets(d.ctx, &clobtypes.MarketsRequest{})
		return errors.Join(err, must(len(markets.Data) > 0, "none"))
	})
	step("catalog", "sampling markets", func() error {
		markets, err := reader.SamplingMarkets(d.ctx, &clobtypes.MarketsRequest{})
		return errors.Join(err, must(len(markets.Data) > 0, "none"))
	})
	step("catalog", "market", func() error { _, err := reader.Market(d.ctx, site["condition"]); return err })
	five := 5
	step("catalog", "status", func() error { _, err := catalog.Status(d.ctx); return err })
	step("catalog", "events", func() error {
		events, err := catalog.Events(d.ctx, &gamma.EventsRequest{Limit: &five})
		return errors.Join(err, must(len(events) == five, "not five"))
	})
	step("catalog", "event", func() error {
		_, err := catalog.EventBySlug(d.ctx, &gamma.EventBySlugRequest{Slug: site["slug"]})
		return err
	})
	step("catalog", "markets", func() error {
		markets, err := catalog.Markets(d.ctx, &gamma.MarketsRequest{Limit: &five})
		return errors.Join(err, must(len(markets) == five, "not five"))
	})
	step("catalog", "tags", func() error { _, err := catalog.Tags(d.ctx, &gamma.TagsRequest{Limit: &five}); return err })
	step("catalog", "series", func() error { _, err := catalog.Series(d.ctx, &gamma.SeriesRequest{Limit: &five}); return err })
	step("catalog", "sports", func() error { _, err := catalog.Sports(d.ctx); return err })
	step("catalog", "market types", func() error { _, err := catalog.SportsMarketTypes(d.ctx); return err })
	step("catalog", "teams", func() error { _, err := catalog.Teams(d.ctx, &gamma.TeamsRequest{Limit: &five}); return err })
	step("catalog", "search", func() error {
		_, err := catalog.PublicSearch(d.ctx, &gamma.PublicSearchRequest{Query: "the"})
		return err
	})
}

func (d *driver) data() {
	reader, user, market := d.client.Data, common.HexToAddress(site["maker"]), common.HexToHash(site["condition"])
	step("data", "health", func() error { _, err := reader.Health(d.ctx); return err })
	step("data", "trades", func() error {
		trades, err := reader.Trades(d.ctx, &data.TradesRequest{User: &user})
		return errors.Join(err, must(len(trades) >= 3, "not three"))
	})
	step("data", "activity", func() error {
		activity, err := reader.Activity(d.ctx, &data.ActivityRequest{User: user})
		return errors.Join(err, must(len(activity) > 0, "none"))
	})
	step("data", "positions", func() error {
		positions, err := reader.Positions(d.ctx, &data.PositionsRequest{User: user})
		return errors.Join(err, must(len(positions) > 0, "none"))
	})
	step("data", "closed positions", func() error {
		_, err := reader.ClosedPositions(d.ctx, &data.ClosedPositionsRequest{User: user})
		return err
	})
	step("data", "value", func() error { _, err := reader.Value(d.ctx, &data.ValueRequest{User: user}); return err })
	step("data", "traded", func() error { _, err := reader.Traded(d.ctx, &data.TradedRequest{User: user}); return err })
	step("data", "holders", func() error {
		holders, err := reader.Holders(d.ctx, &data.HoldersRequest{Markets: []common.Hash{market}})
		return errors.Join(err, must(len(holders) > 0, "none"))
	})
	step("data", "open interest", func() error {
		interest, err := reader.OpenInterest(d.ctx, &data.OpenInterestRequest{Markets: []common.Hash{market}})
		return errors.Join(err, must(len(interest) > 0, "none"))
	})
	step("data", "leaderboard", func() error {
		board, err := reader.Leaderboard(d.ctx, &data.LeaderboardRequest{})
		return errors.Join(err, must(len(board) > 0, "none"))
	})
	step("data", "builders", func() error {
		_, err := reader.BuildersLeaderboard(d.ctx, &data.BuildersLeaderboardRequest{})
		return err
	})
	step("data", "builder volumes", func() error {
		_, err := reader.BuildersVolume(d.ctx, &data.BuildersVolumeRequest{})
		return err
	})
}

func (d *driver) rewards() {
	trader, day := d.client.CLOB, site["day"]
	step("rewards", "current", func() error {
		current, err := trader.RewardsMarketsCurrent(d.ctx, &clobtypes.RewardsMarketsRequest{})
		return errors.Join(err, must(len(current.Data) > 0, "none"))
	})
	step("rewards", "of a market", func() error {
		_, err := trader.RewardsMarkets(d.ctx, &clobtypes.RewardsMarketRequest{MarketID: site["condition"]})
		return err
	})
	step("rewards", "earnings of a day", func() error {
		_, err := trader.UserEarnings(d.ctx, &clobtypes.UserEarningsRequest{Date: day})
		return err
	})
	step("rewards", "total of a day", func() error {
		_, err := trader.UserTotalEarnings(d.ctx, &clobtypes.UserTotalEarningsRequest{Date: day})
		return err
	})
	step("rewards", "percentages", func() error {
		_, err := trader.UserRewardPercentages(d.ctx, &clobtypes.UserRewardPercentagesRequest{})
		return err
	})
	step("rewards", "earnings and markets", func() error {
		_, err := trader.UserRewardsByMarket(d.ctx, &clobtypes.UserRewardsByMarketRequest{Date: day})
		return err
	})
}
