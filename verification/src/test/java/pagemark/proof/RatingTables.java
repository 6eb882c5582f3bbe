package pagemark.proof;

import static pagemark.proof.TableOrder.byNumber;
import static pagemark.proof.TableOrder.byText;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromL;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Tables of movie ratings: of the key `id`, perhaps with tags, and of the key (movie, user).
final class RatingTables {
  private static final String TAGS = "tags";
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

  /// As [#BY_ID], and with items in several groups: all ratings under any user and any movie, and
  /// those of each tag, with any stars, and by rating with any movie.
  static final ProvenTable TAGGED =
      new ProvenTable(
          """
          {"ratings": {"table": "ratings", "index": "byMovie", "group": {"attribute": "movie"},
            "sort": {"attribute": "timestamp", "type": "integer"}, "key": [{"attribute": "id"}],
            "attributes": "*"},
          "everyone": {"table": "ratings",
            "sort": {"attribute": "timestamp", "type": "epochSeconds"},
            "key": [{"attribute": "id"}],
            "filters": {"user": {"attribute": "user", "values": "any"},
                        "movie": {"attribute": "movie", "values": "any"}},
            "attributes": "*"},
          "tagged": {"table": "ratings", "group": {"attribute": "tags", "each": true},
            "sort": {"attribute": "timestamp", "type": "integer"}, "key": [{"attribute": "id"}],
            "filters": {"stars": {"attribute": "rating", "values": "any"}},
            "attributes": "*"},
          "top-tagged": {"table": "ratings", "group": {"attribute": "tags", "each": true},
            "sort": {"attribute": "rating", "type": "integer"}, "key": [{"attribute": "id"}],
            "filters": {"movie": {"attribute": "movie", "values": "any"}},
            "attributes": "*"},
          "top-ratings": {"table": "ratings", "index": "byRating", "group": {"attribute": "movie"},
            "sort": {"attribute": "rating", "type": "integer"}, "key": [{"attribute": "id"}],
            "attributes": "*"}}
          """,
          ID,
          List.of(
              new TableOrder("ratings", "movie", byNumber("timestamp"), ID),
              new TableOrder("everyone", "", byNumber("timestamp"), ID),
              new TableOrder("tagged", TAGS, byNumber("timestamp"), ID),
              new TableOrder("top-tagged", TAGS, byNumber("rating"), ID),
              new TableOrder("top-ratings", "movie", byNumber("rating"), ID)));

  /// The open filters of [#TAGGED].
  static final List<OpenValues> TAGGED_VALUES =
      List.of(
          new OpenValues(TAGGED.orders().get(1), "user", "user"),
          new OpenValues(TAGGED.orders().get(1), "movie", "movie"),
          new OpenValues(TAGGED.orders().get(2), "stars", "rating"),
          new OpenValues(TAGGED.orders().get(3), "movie", "movie"));

  private RatingTables() {}

  /// A rating with two tags: one of few that many users share, and one of its movie.
  static Map<String, AttributeValue> tagged(Map<String, AttributeValue> rating) {
    String user = Attribute.text(rating, "user");
    Map<String, AttributeValue> tagged = new HashMap<>(rating);
    tagged.put(
        TAGS,
        fromL(
            List.of(
                fromS("users ending in " + user.substring(user.length() - 1)),
                fromS("movie " + Attribute.text(rating, "movie")))));
    return tagged;
  }
}
