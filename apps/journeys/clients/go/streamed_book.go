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

// A book built from the messages of a stream, compared with that of the service: price to size, without trailing zeros.
type streamedBook struct {
	token      string
	bids, asks map[string]string
	hash       string
	changes    int
}

func newStreamedBook(token string) *streamedBook {
	return &streamedBook{token: token, bids: map[string]string{}, asks: map[string]string{}}
}

func (b *streamedBook) change(event ws.PriceChangeEvent) {
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

// The load's last order: it arrives after all others.
func (b *streamedBook) isLast() bool {
	return b.bids["0.01"] == "11"
}

// Fails unless it equals GET /book, hash included, and at least `changes` changes arrived.
func (b *streamedBook) mustBeTrue(changes int) error {
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

// Books and changes of one token, which the module sends over separate channels.
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

func (e *tokenEvents) until(ctx context.Context, what string, book *streamedBook, wanted func(kind string) bool) error {
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
			return fmt.Errorf("%s was not received", what)
		}
		if wanted(kind) {
			return nil
		}
	}
}
