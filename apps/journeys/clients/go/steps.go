package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
)

// What the driver is pointed at.
var site map[string]string

func readSite() {
	if err := json.Unmarshal([]byte(os.Getenv("SITE")), &site); err != nil {
		panic(err)
	}
}

type told struct {
	Flow   string `json:"flow"`
	Step   string `json:"step"`
	Reason string `json:"reason,omitempty"`
}

// One line of JSON a step; a step that fails does not end the others.
func step(flow, name string, work func() error) {
	line := told{Flow: flow, Step: name}
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
