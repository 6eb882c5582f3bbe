package pagemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs `pagemark check` on tables that nobody has made for it.
final class CheckCommandIT {
  private static final String ORDERS =
      """
      {"orders": {"table": "orders", "index": "byCustomer", "group": {"attribute": "customerId"},
        "sort": {"attribute": "createdAt", "type": "datetime",
          "pattern": "uuuu-MM-dd'T'HH:mm:ss.SSS'Z'"},
        "key": [{"attribute": "orderId"}], "attributes": "*"}}
      """;
  private static final String EVENTS =
      """
      {"events": {"table": "events", "group": {"attribute": "device"},
        "sort": {"attribute": "time", "type": "epochMillis"},
        "key": [{"attribute": "device"}, {"attribute": "time", "type": "number"}],
        "attributes": "*"}}
      """;

  @TempDir private Path folder;
  private final StringWriter err = new StringWriter();

  @Test
  void saysWhatFitsAndWhatDoesNot() throws Exception {
    try (ForeignTables tables = ForeignTables.open()) {
      assertEquals(
          """
          Listing events
            ok     key        device (S), time (N)
            ok     stream     NEW_AND_OLD_IMAGES
            ok     items      25 of 25 items fit
          All fits. Looked at 25 items\
          """,
          table(tables, 0, EVENTS));
      assertFinding(
          finding(tables, EVENTS.replace("epochMillis", "epochSeconds"), "items"),
          "wrong",
          "25 of 25 items cannot be listed: time must be seconds since 1970, in the years 0 to 9999"
              + " (else use type epochMillis), but time is 17145216000",
          "Use \"type\": \"epochMillis\" for `sort`");
      assertFinding(
          finding(tables, ORDERS.replace("'T'HH:mm:ss.SSS'Z'", " HH:mm"), "items"),
          "wrong",
          "30 of 30 items cannot be listed: createdAt must be of the pattern uuuu-MM-dd HH:mm, but"
              + " createdAt is \"2024-05-",
          "Use \"type\": \"datetime\", \"pattern\": \"uuuu-MM-dd'T'HH:mm:ss.SSS'Z'\" for `sort`");
      assertFinding(
          finding(tables, ORDERS, "stream"),
          "wrong",
          "the table has no stream",
          "To switch one on: aws dynamodb update-table --table-name orders --stream-specification"
              + " StreamEnabled=true,StreamViewType=NEW_AND_OLD_IMAGES --endpoint-url "
              + tables.endpoint());
      assertFinding(
          finding(tables, ORDERS.replace("byCustomer", "byDay"), "index"),
          "wrong",
          "`index` is byDay, but the table's indexes are [byCustomer, byStatus]",
          "To add it: aws dynamodb update-table --table-name orders --attribute-definitions");
      assertFinding(
          finding(tables, EVENTS.replace("\"device\"}", "\"sensor\"}"), "key"),
          "wrong",
          "`key` is [sensor (S), time (N)], but the table's key is [device (S), time (N)]",
          "");
      assertFinding(
          finding(tables, EVENTS.replaceFirst("\"device\"}", "\"sensor\"}"), "items"),
          "partly",
          "none of 25 items has sensor and time",
          "They have alarm, device, kind, time");
    }
  }

  @Test
  void someThatDoNotFitAndSecondsAsMillisecondsAreTold() throws Exception {
    try (ForeignTables tables = ForeignTables.open()) {
      tables.put(
          "orders", Map.of("orderId", ForeignTables.s("x"), "customerId", ForeignTables.s("bob")));
      tables.put(
          "orders",
          Map.of(
              "orderId", ForeignTables.s("y"),
              "customerId", ForeignTables.s("bob"),
              "createdAt", ForeignTables.s("yesterday")));
      assertFinding(
          finding(tables, ORDERS, "items"),
          "partly",
          "1 of 32 items cannot be listed: createdAt must be of the pattern"
              + " uuuu-MM-dd'T'HH:mm:ss.SSS'Z', but createdAt is \"yesterday\" in {orderId: \"y\"}",
          "Use \"type\": \"string\" for `sort`");
      tables.create("seconds", true, "device S, time N", Map.of());
      tables.put(
          "seconds",
          Map.of("device", ForeignTables.s("a"), "time", ForeignTables.n(1_714_521_600)));
      assertFinding(
          finding(tables, EVENTS.replace("\"events\", \"group", "\"seconds\", \"group"), "sort"),
          "wrong",
          "`sort` is epochMillis, but time is 1714521600 in",
          "Use \"type\": \"epochSeconds\" for `sort`");
    }
  }

  @Test
  void aKindOfIndexThatDoesNotTakeTheFiltersIsTold() throws Exception {
    try (ForeignTables tables = ForeignTables.open()) {
      String index = "--index=dynamodb:p?endpoint=" + tables.endpoint();
      String reason =
          "its filters have 130 combinations of values (with other), and an index in DynamoDB takes"
              + " at most 128";
      assertFinding(finding(tables, events(129), "cells", index), "wrong", reason, "");
      run(tables, 0, events(127), index);
      run(tables, 0, events(129), "--index=redis://localhost:1");
      run(tables, 0, events(129));

      Pagemark.commandLine()
          .setErr(new PrintWriter(err))
          .execute(
              "rebuild",
              "--listing=events",
              "--listings=" + folder.resolve("listings.json"),
              "--dynamodb-endpoint=" + tables.endpoint(),
              index);
      assertTrue(err.toString().contains("the index is not built: " + reason), err::toString);
    }
  }

  @Test
  void whatWritesTakeIsComparedWithTheLimitsOfTheIndex() throws Exception {
    try (ForeignTables tables = ForeignTables.open()) {
      String limited = "--index=dynamodb:p?maxWriteUnits=2000";
      String fits = run(tables, 0, events(2), limited, "--writes-per-second=100");
      assertTrue(
          fits.contains(
              "25 entries take up to 0.1 GB, and 100 writes a second take up to 1,025 write units"),
          fits);
      JsonNode found = finding(tables, events(2), "limits", limited, "--writes-per-second=1000");
      assertEquals("partly", found.path("verdict").asText());
      assertTrue(
          found
              .path("text")
              .asText()
              .endsWith(
                  "and 1,000 writes a second take up to 10,250 write units a second, if each is"
                      + " alone in its batch. The index may take 2,000 write units a second"),
          found::toString);
      assertTrue(found.path("remedy").asText().endsWith("or IndexWriteUnitsMax"));
      run(tables, 0, events(2), "--index=redis://localhost:1", "--writes-per-second=1000000");
      run(tables, 1, events(2), "--writes-per-second=1");
      assertTrue(err.toString().contains("name it with --index"), err::toString);
    }
  }

  /// Events with a filter of so many values.
  private static String events(int values) {
    String declared =
        IntStream.range(1, values).mapToObj(Integer::toString).collect(Collectors.joining(","));
    return EVENTS.replace(
        "\"attributes\"",
        "\"filters\": {\"kind\": {\"attribute\": \"kind\", \"values\": [\"door\",%s]}}, \"attributes\""
            .formatted(declared));
  }

  private static void assertFinding(JsonNode found, String verdict, String text, String remedy) {
    assertEquals(verdict, found.path("verdict").textValue(), found::toString);
    assertTrue(found.path("text").textValue().startsWith(text), found::toString);
    assertTrue(found.path("remedy").textValue().startsWith(remedy), found::toString);
    assertEquals(remedy.isEmpty(), found.path("remedy").textValue().isEmpty(), found::toString);
  }

  /// The finding about one part of the listing.
  private JsonNode finding(ForeignTables tables, String listings, String part, String... more)
      throws Exception {
    List<String> options = new ArrayList<>(List.of(more));
    options.add("--json");
    JsonNode report =
        JsonMapper.builder()
            .build()
            .readTree(run(tables, 1, listings, options.toArray(String[]::new)));
    List<JsonNode> found =
        report.path("findings").valueStream().filter(f -> part.equals(text(f))).toList();
    assertEquals(1, found.size(), report::toString);
    return found.getFirst();
  }

  private static String text(JsonNode finding) {
    return finding.path("part").textValue();
  }

  private String table(ForeignTables tables, int exit, String listings) throws Exception {
    String output = run(tables, exit, listings);
    return output.substring(output.indexOf("Listing "), output.lastIndexOf(", for "));
  }

  private String run(ForeignTables tables, int exit, String listings, String... more)
      throws Exception {
    Path file = folder.resolve("listings.json");
    Files.writeString(file, listings);
    StringWriter out = new StringWriter();
    List<String> arguments =
        new ArrayList<>(
            List.of("check", "--listings=" + file, "--dynamodb-endpoint=" + tables.endpoint()));
    arguments.addAll(List.of(more));
    int code =
        Pagemark.commandLine()
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(arguments.toArray(String[]::new));
    assertEquals(exit, code, () -> out.toString() + err);
    return out.toString();
  }
}
