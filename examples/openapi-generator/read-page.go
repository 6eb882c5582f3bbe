// Prints the keys of page 2 of a product's comments with 4 or 5 stars, and how many there are.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	shop "generated/target/go"
)

func main() {
	configuration := shop.NewConfiguration()
	configuration.Servers = shop.ServerConfigurations{{URL: os.Args[1]}}
	page, _, err := shop.NewAPIClient(configuration).DefaultAPI.ListComments(context.Background()).
		Group("DAFT_PUNK_TSHIRT").
		Rating([]string{"4", "5"}).
		Size(3).
		Page(2).
		Execute()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(page.Page.GetTotalItems())
	for _, item := range page.Items {
		fmt.Print(" ", item["PK"])
	}
	fmt.Println()
}
