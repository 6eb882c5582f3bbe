package pagemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Runs `pagemark init` on tables that nobody has made for it.
final class InitCommandIT {
  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void writesAListingForEachIndexThatFits() throws Exception {
    try (ForeignTables tables = ForeignTables.open()) {
      Path file = folder.resolve("listings.json");
      assertEquals(0, run(tables, "--table=orders", "--out=" + file), err::toString);

      assertEquals(
          """
          {
            "orders-by-customer": {
              "table": "${TABLE_NAME:-orders}",
              "index": "byCustomer",
              "projection": "all",
              "group": { "attribute": "customerId" },
              "sort": { "attribute": "createdAt", "type": "datetime", "pattern": "uuuu-MM-dd'T'HH:mm:ss.SSS'Z'" },
              "key": [ { "attribute": "orderId", "type": "uuid" } ],
              "order": "descending",
              "filters": { "status": { "attribute": "status", "values": [ "OPEN", "PAID", "SHIPPED" ] } },
              "pageSize": { "default": 20, "max": 100 },
              "attributes": "*"
            },
          """,
          Files.readString(file).replaceFirst("(?s)  \"orders-by-status\".*", ""));
      assertSays(out, "the filter status is a guess: 30 items had 3 values");
      assertSays(out, "Next: pagemark check --listings " + file);
      assertSays(out, "StreamViewType=NEW_AND_OLD_IMAGES");

      assertEquals(1, run(tables, "--table=orders", "--out=" + file));
      assertSays(err, file + " exists already");
      assertEquals(0, run(tables, "--table=events", "--out=" + file, "--force"));
      String events = Files.readString(file);
      assertTrue(
          events.contains("\"sort\": { \"attribute\": \"time\", \"type\": \"epochMillis\" }"),
          events);
      assertTrue(
          events.contains("\"alarm\": { \"attribute\": \"alarm\", \"values\": [ false, true ] }"),
          events);
      assertEquals(0, execute("check", tables, "--listings=" + file), out::toString);
    }
  }

  @Test
  void listsASingleTableDesignByItsStringsAndItsIndexByTime() throws Exception {
    try (ForeignTables tables = ForeignTables.open()) {
      assertEquals(0, run(tables, "--table=store", "--out=-"), err::toString);
      assertSays(out, "\"sort\": { \"attribute\": \"SK\", \"type\": \"string\" }");
      assertSays(out, "\"pattern\": \"'ORDER#'uuuu-MM-dd'T'HH:mm:ss'Z'\"");
      assertSays(err, "SK begins with ORDER#, PROFILE: `?prefix=` pages through one of them");

      assertEquals(2, run(tables, "--out=-"));
      assertSays(err, "The tables at %s: events, orders, store".formatted(tables.endpoint()));
      assertEquals(1, run(tables, "--table=store", "--index=GSI2", "--out=-"));
      assertSays(err, "--index is GSI2. Valid values, the indexes with a sort key: GSI1");
    }
  }

  /// Mappers write NULL for a value that is missing, such as that of `closedAt` here.
  @Test
  void findsTagsAndTextsOfManyValues() throws Exception {
    try (ForeignTables tables = ForeignTables.open()) {
      tables.create("posts", true, "id S", Map.of());
      for (int i = 0; i < 40; i++) {
        tables.put(
            "posts",
            Map.of(
                "id", ForeignTables.s("post" + i),
                "createdAt",
                    i == 39
                        ? AttributeValue.fromNul(true)
                        : i < 10
                            ? ForeignTables.n(1_714_521_600L + i)
                            : ForeignTables.s("17145216" + i),
                "closedAt", AttributeValue.fromNul(true),
                "state",
                    i % 10 == 9
                        ? AttributeValue.fromNul(true)
                        : ForeignTables.s(i % 2 == 0 ? "" : "DONE"),
                "title", ForeignTables.s("About " + i),
                "city", ForeignTables.s("City " + i % 10),
                "labels", AttributeValue.fromSs(List.of("l" + i, "l" + (i + 1)))));
      }
      assertEquals(0, run(tables, "--table=posts", "--out=-"), err::toString);
      assertSays(
          out,
          "\"filters\": { \"state\": { \"attribute\": \"state\", \"values\": [ \"\","
              + " \"DONE\" ] }, \"labels\": { \"attribute\": \"labels\", \"values\":"
              + " \"any\", \"each\": true }, \"city\": { \"attribute\": \"city\","
              + " \"values\": \"any\" } }");
      assertSays(out, "\"type\": \"epochSeconds\", \"stored\": \"any\", \"order\"");
      assertFalse(out.toString().contains("closedAt"), out::toString);
      assertSays(err, "the filter labels takes any element of the list");
    }
  }

  /// Neither when an item expires nor another time is a filter, however few they are.
  @Test
  void listsItemsThatExpire() throws Exception {
    try (ForeignTables tables = ForeignTables.open()) {
      tables.create("sessions", true, "user S, at N", Map.of());
      tables.expire("sessions", "ends");
      for (int i = 0; i < 30; i++) {
        tables.put(
            "sessions",
            Map.of(
                "user", ForeignTables.s("alice"),
                "at", ForeignTables.n(i),
                "day", ForeignTables.n(1_714_521_600L + i % 3 * 86_400L),
                "ends", ForeignTables.n(4_000_000_000L + i % 3)));
      }
      assertEquals(0, run(tables, "--table=sessions", "--out=-"), err::toString);
      assertSays(out, "\"expires\": { \"attribute\": \"ends\" }");
      assertFalse(out.toString().contains("filters"), out::toString);
    }
  }

  /// A filter that is called `sort` would take the place of the parameter that chooses a sort.
  @Test
  void namesNoFilterLikeTheParameterOfSorts() throws Exception {
    try (ForeignTables tables = ForeignTables.open()) {
      tables.create("tasks", true, "id S", Map.of());
      for (int i = 10; i < 30; i++) {
        tables.put(
            "tasks",
            Map.of(
                "id", ForeignTables.s("task" + i),
                "createdAt", ForeignTables.s("2024-05-" + i),
                "title", ForeignTables.s("Task " + i),
                "sort", ForeignTables.s(i % 2 == 0 ? "a" : "b")));
      }
      assertEquals(0, run(tables, "--table=tasks", "--out=-"), err::toString);
      assertSays(err, "sort is left out of the filters");
    }
  }

  /// As texts, such times have no order, so no index of the table has it.
  @Test
  void timesInSeveralFormsAreInstants() throws Exception {
    try (ForeignTables tables = ForeignTables.open()) {
      tables.create("visits", true, "id S", Map.of("byHost", "host S, seen S"));
      for (int i = 10; i < 40; i++) {
        tables.put(
            "visits",
            Map.of(
                "id", ForeignTables.s("visit" + i),
                "host", ForeignTables.s("alice"),
                "seen", ForeignTables.s(seen(i))));
      }
      assertEquals(0, run(tables, "--table=visits", "--index=byHost", "--out=-"), err::toString);
      assertSays(out, "\"sort\": { \"attribute\": \"seen\", \"type\": \"instant\" }");
      assertSays(out, "\"order\": \"descending\"");
      assertFalse(out.toString().contains("\"index\""), out::toString);
      assertSays(err, "items are read by key");
      assertFalse(err.toString().contains("several forms"), err::toString);
    }
  }

  private static String seen(int i) {
    return "2024-05-%02dT07:%d:00%s".formatted(i % 28 + 1, i, i % 2 == 0 ? "Z" : "+02:00");
  }

  /// Each time is a sort, the newest first; so are times in maps, and filters.
  @Test
  void timesAndValuesInMapsAreFound() throws Exception {
    try (ForeignTables tables = ForeignTables.open()) {
      tables.create("pages", true, "space S, name S", Map.of());
      for (int i = 10; i < 40; i++) {
        tables.put(
            "pages",
            Map.of(
                "space", ForeignTables.s("docs"),
                "name", ForeignTables.s("page" + i),
                "updatedAt", ForeignTables.s("2024-06-%02d".formatted(i % 28 + 1)),
                "createdAt", ForeignTables.s("2024-05-%02d".formatted(i % 28 + 1)),
                "owner",
                    AttributeValue.fromM(
                        Map.of(
                            "team", ForeignTables.s(i % 2 == 0 ? "red" : "blue"),
                            "joinedAt", ForeignTables.n(1_714_521_600L + i)))));
      }
      assertEquals(0, run(tables, "--table=pages", "--out=-"), err::toString);
      String written = out.toString().replaceAll("\\s+", " ");
      String sorts = written.replaceFirst(".*\"sorts\": ", "").replaceFirst(", \"key\".*", "");
      assertEquals(
          "{ \"newest\": { \"attribute\": \"createdAt\", \"type\": \"datetime\", \"pattern\":"
              + " \"uuuu-MM-dd\", \"order\": \"descending\" }, \"name\": { \"attribute\": \"name\","
              + " \"type\": \"string\", \"order\": \"ascending\" }, \"updatedAt\": { \"attribute\":"
              + " \"updatedAt\", \"type\": \"datetime\", \"pattern\": \"uuuu-MM-dd\", \"order\":"
              + " \"descending\" }, \"owner-joinedAt\": { \"path\": [ \"owner\", \"joinedAt\" ],"
              + " \"type\": \"epochSeconds\", \"order\": \"descending\" } }",
          sorts);
      assertTrue(
          written.contains(
              "\"owner-team\": { \"path\": [ \"owner\", \"team\" ], \"values\": [ \"blue\", \"red\""
                  + " ] }"),
          written);
      Path file = folder.resolve("pages.json");
      Files.writeString(file, out.toString());
      assertEquals(0, execute("check", tables, "--listings=" + file), out::toString);
    }
  }

  private static void assertSays(StringWriter printed, String text) {
    assertTrue(printed.toString().contains(text), printed::toString);
  }

  private int run(ForeignTables tables, String... arguments) {
    return execute("init", tables, arguments);
  }

  private int execute(String command, ForeignTables tables, String... arguments) {
    List<String> all = new ArrayList<>(List.of(command));
    all.add("--dynamodb-endpoint=" + tables.endpoint());
    all.addAll(List.of(arguments));
    return Pagemark.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(all.toArray(String[]::new));
  }
}
