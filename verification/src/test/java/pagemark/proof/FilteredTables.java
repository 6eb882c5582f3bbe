package pagemark.proof;

import static pagemark.proof.TableOrder.byNumber;
import static pagemark.proof.TableOrder.byText;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Tables whose listings have filters.
final class FilteredTables {
  private static final List<String> LANGUAGES =
      List.of(
          ("ar be bg ca ce cs da de el en eo es et eu fa fi fr gl he hi hr hu hy id it ja kk ko la"
                  + " lt min ms nl nn no pl pt ro ru sh simple sk sl sr sv tr uk uz vi war zh")
              .split(" "));
  private static final List<String> RATING_VALUES =
      IntStream.rangeClosed(0, 10).mapToObj(Integer::toString).toList();
  private static final List<String> NAMESPACES = List.of("Main", "User", "Talk");

  static final FilteredListing RATINGS_OF_MOVIES =
      new FilteredListing(
          new TableOrder("ratings", "movie", byNumber("timestamp"), List.of("id")),
          List.of(new FilterValues("rating", "rating", withOther(RATING_VALUES))));

  /// Ratings of movies by time, filtered by rating: 12 cells a movie.
  static final ProvenTable RATINGS =
      new ProvenTable(
          """
          {"ratings": {"table": "ratings", "index": "byMovie", "group": {"attribute": "movie"},
            "sort": {"attribute": "timestamp", "type": "integer"}, "key": [{"attribute": "id"}],
            "filters": {"rating": {"attribute": "rating", "values": [%s]}},
            "attributes": "*"}}
          """
              .formatted(String.join(", ", RATING_VALUES)),
          List.of("id"),
          List.of(RATINGS_OF_MOVIES.order()));

  static final FilteredListing EDITS_OF_WIKIPEDIA =
      new FilteredListing(
          new TableOrder("edits", "wiki", byText("time"), List.of("page")),
          List.of(
              new FilterValues("language", "language", withOther(LANGUAGES)),
              new FilterValues("namespace", "namespace", withOther(NAMESPACES))));

  /// All edits in one group by ISO time, filtered by language and namespace: 208 cells.
  static final ProvenTable EDITS =
      new ProvenTable(
          """
          {"edits": {"table": "edits", "index": "byTime", "group": {"attribute": "wiki"},
            "sort": {"attribute": "time", "type": "string"}, "key": [{"attribute": "page"}],
            "filters": {"language": {"attribute": "language", "values": [%s]},
                        "namespace": {"attribute": "namespace", "values": [%s]}},
            "attributes": "*"}}
          """
              .formatted(quoted(LANGUAGES), quoted(NAMESPACES)),
          List.of("page"),
          List.of(EDITS_OF_WIKIPEDIA.order()));

  private FilteredTables() {}

  private static List<String> withOther(List<String> values) {
    List<String> all = new ArrayList<>(values);
    all.add("other");
    return all;
  }

  private static String quoted(List<String> texts) {
    return texts.stream().map(text -> '"' + text + '"').collect(Collectors.joining(", "));
  }
}
