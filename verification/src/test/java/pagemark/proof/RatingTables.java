package pagemark.proof;

import static pagemark.proof.TableOrder.byNumber;
import static pagemark.proof.TableOrder.byText;

import java.util.List;

/// Tables of movie ratings: of the key `id`, and of the key (movie, user).
final class RatingTables {
  private static final List<String> ID = List.of("id");
  private static final List<String> MOVIE_AND_USER = List.of("movie", "user");

  /// Two listings of one table by movie: by time, and by rating with its many ties.
  static final ProvenTable BY_ID =
      new ProvenTable(
          """
          {"ratings": {"table": "ratings", "index": "byMovie", "group": {"attribute": "movie"},
            "sort": {"attribute": "timestamp", "type": "integer"}, "key": [{"attribute": "id"}],
            "attributes": "*"},
          "top-ratings": {"table": "ratings", "index": "byRating", "group": {"attribute": "movie"},
            "sort": {"attribute": "rating", "type": "integer"}, "key": [{"attribute": "id"}],
            "attributes": "*"}}
          """,
          ID,
          List.of(
              new TableOrder("ratings", "movie", byNumber("timestamp"), ID),
              new TableOrder("top-ratings", "movie", byNumber("rating"), ID)));

  /// Three listings of one table whose key is a number and a string: by movie, where the group is
  /// half of the key; by rating, where both halves are in every entry; and the table itself, where
  /// the sort attribute is the other half.
  static final ProvenTable BY_MOVIE_AND_USER =
      new ProvenTable(
          """
          {"movies": {"table": "ratings", "index": "byMovie",
            "group": {"attribute": "movie", "type": "number"},
            "sort": {"attribute": "timestamp", "type": "integer"},
            "key": [{"attribute": "movie", "type": "number"}, {"attribute": "user"}],
            "attributes": "*"},
          "marks": {"table": "ratings", "index": "byRating",
            "group": {"attribute": "rating", "type": "number"},
            "sort": {"attribute": "timestamp", "type": "integer"},
            "key": [{"attribute": "movie", "type": "number"}, {"attribute": "user"}],
            "attributes": "*"},
          "users": {"table": "ratings",
            "group": {"attribute": "movie", "type": "number"},
            "sort": {"attribute": "user", "type": "string"},
            "key": [{"attribute": "movie", "type": "number"}, {"attribute": "user"}],
            "attributes": "*"}}
          """,
          MOVIE_AND_USER,
          List.of(
              new TableOrder("movies", "movie", byNumber("timestamp"), MOVIE_AND_USER),
              new TableOrder("marks", "rating", byNumber("timestamp"), MOVIE_AND_USER),
              new TableOrder("users", "movie", byText("user"), MOVIE_AND_USER)));

  private RatingTables() {}
}
