package main

import (
	"context"
	"errors"
	"strconv"
	"time"

	polymarket "github.com/GoPolymarket/polymarket-go-sdk"
	"github.com/GoPolymarket/polymarket-go-sdk/pkg/clob/clobtypes"
)

func (d *driver) marketStream() error {
	ctx, cancel := context.WithTimeout(d.ctx, 20*time.Second)
	defer cancel()
	streamed := newStreamedBook(site["yes"])
	events, err := bookEvents(ctx, d.client)
	if err != nil {
		return err
	}
	if err := events.until(ctx, "a book", streamed, func(kind string) bool { return kind == "book" }); err != nil {
		return err
	}
	id, err := d.limit(0.21, 7)
	if err != nil {
		return err
	}
	if err := events.until(ctx, "the order", streamed, func(string) bool { return streamed.bids["0.21"] == "7" }); err != nil {
		return err
	}
	if err := streamed.mustBeTrue(1); err != nil {
		return err
	}
	_, err = d.client.CLOB.CancelOrder(ctx, &clobtypes.CancelOrderRequest{OrderID: id})
	return err
}

func (d *driver) userStream() error {
	ctx, cancel := context.WithTimeout(d.ctx, 20*time.Second)
	defer cancel()
	orders, err := d.client.CLOBWS.SubscribeUserOrders(ctx, []string{site["condition"]})
	if err != nil {
		return err
	}
	time.Sleep(time.Second)
	id, err := d.limit(0.22, 7)
	if err != nil {
		return err
	}
	for {
		select {
		case order, open := <-orders:
			if !open {
				return errors.New("the stream ended before the order")
			}
			if order.ID == id {
				_, err := d.client.CLOB.CancelOrder(ctx, &clobtypes.CancelOrderRequest{OrderID: id})
				return err
			}
		case <-ctx.Done():
			return errors.New("the order was not received")
		}
	}
}

// Runs until the load's last order, through disconnects and a restart.
func follow(parent context.Context, client *polymarket.Client) error {
	timeout, err := strconv.Atoi(site["timeoutMs"])
	if err != nil {
		return err
	}
	changes, err := strconv.Atoi(site["changes"])
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(parent, time.Duration(timeout)*time.Millisecond)
	defer cancel()
	streamed := newStreamedBook(site["yes"])
	events, err := bookEvents(ctx, client)
	if err != nil {
		return err
	}
	if err := events.until(ctx, "the last order", streamed, func(string) bool { return streamed.isLast() }); err != nil {
		return err
	}
	return streamed.mustBeTrue(changes)
}
