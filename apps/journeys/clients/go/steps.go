package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
)

// The site under test.
var site map[string]string

func readSite() {
	if err := json.Unmarshal([]byte(os.Getenv("SITE")), &site); err != nil {
		panic(err)
	}
}

type stepResult struct {
	Flow   string `json:"flow"`
	Step   string `json:"step"`
	Reason string `json:"reason,omitempty"`
}

// Prints one line of JSON for each step; the others run even if one fails.
func step(flow, name string, work func() error) {
	line := stepResult{Flow: flow, Step: name}
	if err := guarded(work); err != nil {
		reason := strings.SplitN(err.Error(), "\n", 2)[0]
		line.Reason = reason[:min(len(reason), 200)]
	}
	text, err := json.Marshal(line)
	if err != nil {
		panic(err)
	}
	fmt.Println(string(text))
}

func guarded(work func() error) (err error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			err = fmt.Errorf("panicked: %v", panicked)
		}
	}()
	return work()
}

func must(holds bool, what string) error {
	if holds {
		return nil
	}
	return errors.New(what)
}
