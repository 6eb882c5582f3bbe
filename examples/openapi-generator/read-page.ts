import { Configuration, DefaultApi } from "./target/typescript/index";

// Prints the keys of page 2 of a product's comments with 4 or 5 stars, and how many there are.
const api = new DefaultApi(new Configuration({ basePath: process.argv[2] }));
api.listComments({ group: "DAFT_PUNK_TSHIRT", rating: ["4", "5"], size: 3, page: 2 }).then((page) => {
  console.log(page.page.totalItems, page.items.map((item) => item.PK).join(" "));
});
