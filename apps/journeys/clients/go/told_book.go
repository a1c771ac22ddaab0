package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"

	polymarket "github.com/GoPolymarket/polymarket-go-sdk"
	"github.com/GoPolymarket/polymarket-go-sdk/pkg/clob/ws"
)

// A book as a stream's messages tell it, beside the one that the surface answers: price to size, without needless zeros.
type toldBook struct {
	token      string
	bids, asks map[string]string
	hash       string
	changes    int
}

func newToldBook(token string) *toldBook {
	return &toldBook{token: token, bids: map[string]string{}, asks: map[string]string{}}
}

func (b *toldBook) change(event ws.PriceChangeEvent) {
	levels := b.asks
	if event.Side == "BUY" {
		levels = b.bids
	}
	if plain(event.Size) == "0" {
		delete(levels, plain(event.Price))
	} else {
		levels[plain(event.Price)] = plain(event.Size)
	}
	b.hash = event.Hash
	b.changes++
}

// The load's last order: whoever sees it has seen what came before.
func (b *toldBook) isLast() bool {
	return b.bids["0.01"] == "11"
}

// Fails when it is not what GET /book says, hash included, or when it was told fewer changes than asked for.
func (b *toldBook) mustBeTrue(changes int) error {
	answer, err := http.Get(site["clob"] + "/book?token_id=" + b.token)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	var served struct {
		Bids, Asks []ws.OrderbookLevel
		Hash       string
	}
	if err := json.NewDecoder(answer.Body).Decode(&served); err != nil {
		return err
	}
	bids, asks := levelsOf(served.Bids), levelsOf(served.Asks)
	if !maps.Equal(b.bids, bids) || !maps.Equal(b.asks, asks) {
		return fmt.Errorf("the book is %v %v, not %v %v", b.bids, b.asks, bids, asks)
	}
	if b.hash != served.Hash {
		return fmt.Errorf("hash %s, not %s", b.hash, served.Hash)
	}
	return must(b.changes >= changes, fmt.Sprintf("%d changes only", b.changes))
}

func levelsOf(levels []ws.OrderbookLevel) map[string]string {
	made := map[string]string{}
	for _, level := range levels {
		made[plain(level.Price)] = plain(level.Size)
	}
	return made
}

func plain(number string) string {
	if !strings.Contains(number, ".") {
		return number
	}
	return strings.TrimRight(strings.TrimRight(number, "0"), ".")
}

// Books and changes of one token, which the module tells by channels of their own.
type tokenEvents struct {
	books   <-chan ws.OrderbookEvent
	changes <-chan ws.PriceChangeEvent
}

func bookEvents(ctx context.Context, client *polymarket.Client) (*tokenEvents, error) {
	books, err := client.CLOBWS.SubscribeOrderbook(ctx, []string{site["yes"]})
	if err != nil {
		return nil, err
	}
	changes, err := client.CLOBWS.SubscribePrices(ctx, []string{site["yes"]})
	return &tokenEvents{books: books, changes: changes}, err
}

func (e *tokenEvents) until(ctx context.Context, what string, book *toldBook, wanted func(kind string) bool) error {
	for {
		kind := "change"
		select {
		case event, open := <-e.books:
			if !open {
				return fmt.Errorf("the stream ended before %s", what)
			}
			kind = "book"
			book.bids, book.asks, book.hash = levelsOf(event.Bids), levelsOf(event.Asks), event.Hash
		case event, open := <-e.changes:
			if !open {
				return fmt.Errorf("the stream ended before %s", what)
			}
			if event.AssetID == book.token {
				book.change(event)
			}
		case <-ctx.Done():
			return fmt.Errorf("%s was not told", what)
		}
		if wanted(kind) {
			return nil
		}
	}
}
