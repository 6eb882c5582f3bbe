package pagemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import pagemark.listing.json.Listings;
import pagemark.local.LocalHttp;

/// Runs `pagemark browse` on tables that nobody has made for it.
@TakesLong(15)
final class BrowseCommandIT {
  private static final JsonMapper JSON = new JsonMapper();

  @Test
  void aTableWithoutASortKeyIsListedAsAWholeInSeveralSorts() throws Exception {
    try (ForeignTables tables = withCities();
        ServedCommand command = browse(tables, "orders")) {
      int port = command.awaitReady();
      assertIsDraft(LocalHttp.json(port, "/local/listings").path("definition").textValue());
      command.says("Listing orders: 60 entries of 30 items in");
      List<String> lines = command.output().lines().toList();
      assertTrue(
          lines.stream()
              .anyMatch(
                  line ->
                      line.startsWith("Reading the table orders at ")
                          && line.contains("4 scans, one for each listing, consume read capacity")),
          lines::toString);
      assertTrue(
          LocalHttp.json(port, "/health")
              .path("readByKey")
              .valueStream()
              .anyMatch(name -> name.textValue().equals("orders@total")),
          command::output);
      assertEquals("29 28 27 26 25", totals(port, "/orders?sort=total&size=5"), command::output);
      assertEquals("24 23 22 21 20", totals(port, "/orders?size=5&page=2"), command::output);
      assertEquals("27 24 21 18 15", totals(port, "/orders?status=OPEN&size=5"), command::output);
      assertEquals(
          30, page(port, "/orders?sort=total").at("/page/totalItems").intValue(), command::output);
      assertEquals("9 8 7 6 5", totals(port, "/orders-by-customer/alice?size=5&page=5"));
    }
  }

  /// The page saves it as listings.json.
  private static void assertIsDraft(String definition) {
    Listings listings = Listings.parse(definition, Map.of());
    assertEquals(
        Set.of("orders", "orders@total", "orders-by-customer", "orders-by-status"),
        listings.byName().keySet());
  }

  @Nightly
  @Test
  void aKindOfASingleTableIsAListing() throws Exception {
    try (ForeignTables tables = ForeignTables.open();
        ServedCommand command = browse(tables, "store", "--listing=order")) {
      int port = command.awaitReady();
      command.says("/order?group=1'");
      JsonNode page = page(port, "/order/1?size=10&page=3");
      assertEquals(24, page.at("/page/totalItems").intValue(), command::output);
      assertEquals(
          "ORDER#2024-05-04T07:40:00Z", page.at("/items/0/SK").textValue(), command::output);
      assertEquals(404, LocalHttp.get(port, "/store/CUSTOMER%231").statusCode());
    }
  }

  /// Each order has an entry among all of them, and one in its city.
  private static ForeignTables withCities() {
    ForeignTables tables = ForeignTables.open();
    for (int i = 0; i < 30; i++) {
      String id = "00000000-0000-4000-8000-0000000000%02d".formatted(i);
      String city = "City " + i % 10;
      tables
          .client()
          .updateItem(
              u ->
                  u.tableName("orders")
                      .key(Map.of("orderId", ForeignTables.s(id)))
                      .updateExpression("SET city = :city")
                      .expressionAttributeValues(Map.of(":city", ForeignTables.s(city))));
    }
    return tables;
  }

  private ServedCommand browse(ForeignTables tables, String... arguments) {
    List<String> given = new ArrayList<>(List.of("browse", "--port=0"));
    given.add("--dynamodb-endpoint=" + tables.endpoint());
    given.addAll(List.of(arguments));
    return new ServedCommand(given.toArray(String[]::new));
  }

  private static JsonNode page(int port, String path) throws Exception {
    return JSON.readTree(LocalHttp.get(port, path).body());
  }

  private static String totals(int port, String path) throws Exception {
    return String.join(" ", page(port, path).path("items").findValuesAsText("total"));
  }
}
