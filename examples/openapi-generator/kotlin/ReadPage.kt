package read

import shop.kotlin.apis.DefaultApi
import shop.kotlin.apis.DefaultApi.RatingListComments

/** Prints the keys of page 2 of a product's comments with 4 or 5 stars, and how many there are. */
fun main(arguments: Array<String>) {
  val page = DefaultApi(arguments[0]).listComments(
    group = "DAFT_PUNK_TSHIRT",
    rating = listOf(RatingListComments._4, RatingListComments._5),
    size = 3,
    page = 2,
  )
  println("${page.page.totalItems} ${page.items.joinToString(" ") { it["PK"].toString() }}")
}
