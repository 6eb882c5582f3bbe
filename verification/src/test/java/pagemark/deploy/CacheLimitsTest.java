package pagemark.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import pagemark.index.Figures;
import pagemark.listing.Filter;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;

/// Whoever knows the URL of a public API can send the dearest request as often as API Gateway lets
/// them. The defaults of the two limits fit together, so that they do not take the cache away from
/// the writers.
final class CacheLimitsTest {
  /// What a rebuild and the stream's writers are left.
  private static final double SHARE_OF_PAGES = 0.75;

  /// An ECPU is taken as the time of a simple GET, which is less than what AWS's estimator takes.
  private static final double GET_MICROS = 0.65;

  /// A page that merges cells takes at most this, at any depth, if few scores tie (decision 12).
  private static final double MERGE_MICROS = 130;

  private static final double CELL_MICROS = 21;

  /// Facets count in each cell of the listing, whatever `pageSize.cells` is. This is the time of 24
  /// sets in a window, on a busy machine.
  private static final double FACETS_MICROS = 20;

  private static final double FACET_CELL_MICROS = 10;

  private final Template template = Project.template();

  @Test
  void theDearestRequestsFitIntoTheCachesLimit() {
    for (Listing listing : Project.listings().byName().values()) {
      double units = byDefault("RequestsPerSecondMax") * dearest(listing);
      assertTrue(
          units <= SHARE_OF_PAGES * byDefault("CacheUnitsPerSecondMax"),
          () -> "ECPU of requests: " + units);
    }
  }

  /// docs/costs.md shows the figures of the sample.
  @Test
  void documentTellsTheSameFigures() {
    Listing sample = Project.listings().find("comments").orElseThrow();
    assertEquals(20, cells(sample));
    assertEquals(183, estimated(dearestPage(sample)), 1);
    String document = Project.text("docs/costs.md").replace('\n', ' ');
    assertTrue(document.contains("20 cells, 550 µs or 183 ECPU"));
    assertEquals(87, estimated(facets(sample)), 1);
    assertTrue(document.contains("those of the sample are 24, 260 µs or 87 ECPU"));
    assertEquals(3_670, 20 * estimated(dearestPage(sample)), 5);
    assertEquals(16_900, 20 * dearestPage(sample), 50);
    assertTrue(document.contains("take 3,670 ECPU, or 16,900 by the dearer reading"));
    assertTrue(
        document.contains(
            "The defaults, %d requests and %,d ECPU"
                .formatted(
                    byDefault("RequestsPerSecondMax"), byDefault("CacheUnitsPerSecondMax"))));
  }

  /// The story: a listing that bounds its pages by `cells` passed, though its facets cost far more.
  @Test
  void aLimitOfCellsBoundsNoFacets() {
    Listing wide =
        Listings.parse(
                """
                { "notes": {
                    "table": "notes", "index": "byTopic", "group": { "attribute": "topic" },
                    "sort": { "attribute": "at", "type": "integer" },
                    "key": [ { "attribute": "id" } ],
                    "filters": {
                        "a": { "attribute": "a", "values": [1, 2, 3, 4, 5, 6, 7] },
                        "b": { "attribute": "b", "values": [1, 2, 3, 4, 5, 6, 7] },
                        "c": { "attribute": "c", "values": [1, 2, 3, 4, 5, 6, 7] } },
                    "pageSize": { "cells": 8 }, "attributes": "*" } }
                """,
                Map.of())
            .find("notes")
            .orElseThrow();
    assertEquals(8, cells(wide));
    assertEquals(1_710, estimated(dearest(wide)), 5);
    assertTrue(Project.text("docs/costs.md").contains("5.1 ms or 1,710 ECPU"));
  }

  /// By AWS's own estimator.
  private static double estimated(double units) {
    return units * GET_MICROS / Figures.value("ecpu-micros");
  }

  /// The most combinations of values, with the rest of a filter's values as one, that a request can
  /// select: all but those of one value, as all of them are no filter. The listing may allow fewer.
  private static int cells(Listing listing) {
    List<Filter> filters = listing.definition().filters();
    int all = filters.stream().mapToInt(CacheLimitsTest::values).reduce(1, (a, b) -> a * b);
    int most = filters.stream().mapToInt(filter -> all - all / values(filter)).max().orElse(1);
    return Math.min(most, listing.pageSize().cells());
  }

  private static double dearest(Listing listing) {
    return Math.max(dearestPage(listing), facets(listing));
  }

  private static double facets(Listing listing) {
    int all =
        listing.definition().filters().stream()
            .mapToInt(CacheLimitsTest::values)
            .reduce(1, (a, b) -> a * b);
    return (FACETS_MICROS + FACET_CELL_MICROS * all) / GET_MICROS;
  }

  private static int values(Filter filter) {
    return filter.ordinals().size();
  }

  private static double dearestPage(Listing listing) {
    return (MERGE_MICROS + CELL_MICROS * cells(listing)) / GET_MICROS;
  }

  private int byDefault(String parameter) {
    JsonNode value = template.root().at("/Parameters/" + parameter + "/Default");
    return Integer.parseInt(value.asText());
  }
}
