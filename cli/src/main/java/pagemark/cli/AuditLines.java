package pagemark.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.Map;
import java.util.TreeMap;
import pagemark.check.Shown;

/// Prints the result of an audit for people.
final class AuditLines {
  /// The counts that are printed only if they are not 0, and the words after the number.
  private static final Map<String, String> TOLD =
      new TreeMap<>(
          Map.of(
              "left", "were not looked at again",
              "unsettled", "changed each time they were read",
              "miscounted", "counts of the index",
              "unreadable", "entries; a rebuild removes them",
              "unlisted",
                  "groups are in the table and not listed by the index; audit again, or rebuild",
              "torn", "groups of the index cannot be read; a rebuild mends them"));

  private AuditLines() {}

  /// @param result as the function answers it
  static void print(PrintWriter out, JsonNode result, double seconds) {
    double sample = result.path("sample").asDouble();
    out.printf(
        "Compared %s, %s and %s in %.1f s%s%n",
        Shown.count(result.path("items").asLong(), "item"),
        Shown.count(result.path("groups").asLong(), "group"),
        Shown.entries(result.path("entries").asLong()),
        seconds,
        sample < 1 ? ", a sample of " + sample : "");
    String least = result.path("left").asLong() > 0 ? " at least" : "";
    for (String kind : new String[] {"missing", "ghost", "misplaced"}) {
      out.printf("%-10s %,d%s%n", kind, result.path(kind).asLong(), least);
    }
    TOLD.forEach((field, meaning) -> tell(out, field, result.path(field).asLong(), meaning));
    JsonNode repairs = result.path("repair");
    if (!repairs.isMissingNode()) {
      out.printf(
          "%-10s %,d settled, %,d quarantined, %,d open%n",
          "repaired",
          repairs.path("settled").asLong(),
          repairs.path("quarantined").asLong(),
          repairs.path("open").asLong());
    }
    result
        .path("tornGroups")
        .forEachEntry((group, why) -> out.printf("torn       %s: %s%n", group, why.asText()));
    for (JsonNode item : result.path("found")) {
      if (item.has("key")) {
        out.printf("%-10s %s%n", item.path("kind").asText(), item.path("key"));
      }
    }
  }

  private static void tell(PrintWriter out, String field, long count, String meaning) {
    if (count > 0) {
      out.printf("%-10s %,d %s%n", field, count, meaning);
    }
  }
}
