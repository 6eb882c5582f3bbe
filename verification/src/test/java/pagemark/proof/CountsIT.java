package pagemark.proof;

import static java.util.stream.Collectors.toMap;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import pagemark.index.Extent;
import pagemark.index.TakesLong;
import pagemark.listing.json.Listings;
import pagemark.local.data.Sample;
import pagemark.servers.MariaDbServer;
import pagemark.servers.MySqlServer;
import pagemark.servers.PostgresServer;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The tables of questions in README.md and docs/counts.md. Each address is asked on the sample's
/// largest group, or on the leaderboard of counts.md. The answer is that of a sorted list, and the
/// document shows it.
@TakesLong(value = 20, nightly = 90)
final class CountsIT {
  private static final String PLAYERS =
      """
      "players": {"table": "${TABLE_NAME}", "group": {"attribute": "game"},
        "sort": {"attribute": "score", "type": "integer"}, "key": [{"attribute": "PK"}],
        "filters": {"country": {"attribute": "country", "values": ["de", "fr"]}},
        "order": "descending", "attributes": "*"}}
      """;

  /// How many each document has.
  private static final Map<String, Integer> QUESTIONS =
      Map.of("README.md", 12, "docs/counts.md", 19, "llms.txt", 10);

  /// The head of a table, with what comes before each of its addresses.
  private static final Pattern HEAD = Pattern.compile("[|] question [|] [^|]*`(/\\w+/\\w+)` [|].*");

  private static final Pattern ROW = Pattern.compile("[|] .*? [|] `([?/].*?)`.* [|] (.*) [|]");

  /// A place in the answer, and what is there.
  private static final Pattern SHOWN =
      Pattern.compile("`([a-z]\\w*[.\\[][\\w.\\[\\]]+)` ([\\w-]+(?: \\d\\d:\\d\\d)?)");

  @TempDir private Path folder;

  /// @param shown the cell of the answer
  private record Question(String address, String shown) {
    String path() {
      return address.replaceFirst("[?].*", "");
    }

    Map<String, String> asked() {
      return Pattern.compile("[?&](\\w+)=([^&]*)")
          .matcher(address)
          .results()
          .collect(toMap(parameter -> parameter.group(1), parameter -> parameter.group(2)));
    }

    /// The places of the answer that the document shows, each with `what` of it.
    List<String> shown(Function<MatchResult, String> what) {
      List<MatchResult> places = SHOWN.matcher(shown).results().toList();
      assertFalse(places.isEmpty(), this::toString);
      return places.stream()
          .map(place -> "%s: %s %s".formatted(address, place.group(1), what.apply(place)))
          .toList();
    }
  }

  private static List<Question> questions(String file) throws IOException {
    List<Question> questions = new ArrayList<>();
    String base = "";
    for (String line : Files.readAllLines(Path.of("..", file))) {
      Matcher head = HEAD.matcher(line);
      Matcher row = ROW.matcher(line);
      base = head.matches() ? head.group(1) : line.startsWith("|") ? base : "";
      if (!base.isEmpty() && row.matches() && !head.matches()) {
        questions.add(new Question(base + row.group(1), row.group(2)));
      }
    }
    return questions;
  }

  static List<String> stores() {
    return Extent.of(
        List.of("Redis"), List.of("Redis", "DynamoDB", "SQLite", "PostgreSQL", "MariaDB", "MySQL"));
  }

  @ParameterizedTest
  @MethodSource("stores")
  void eachAnswerIsThatOfASortedListAndOfTheDocument(String store) throws Exception {
    switch (store) {
      case "Redis" -> check(null);
      case "DynamoDB" -> check("dynamodb:");
      case "SQLite" -> check("jdbc:sqlite:" + folder.resolve("index"));
      case "PostgreSQL" -> {
        try (PostgresServer server = PostgresServer.start()) {
          check(server.url());
        }
      }
      case "MariaDB" -> {
        try (MariaDbServer server = MariaDbServer.start()) {
          check(server.url());
        }
      }
      default -> {
        try (MySqlServer server = MySqlServer.start()) {
          check(server.url());
        }
      }
    }
  }

  private static void check(@Nullable String index) throws Exception {
    String comments = Files.readString(Path.of("..", "listings.json")).strip();
    String both = comments.substring(0, comments.length() - 1) + "," + PLAYERS;
    Listings listings = Listings.parse(both, Map.of("TABLE_NAME", "comments"));
    try (WholeStack stack = WholeStack.start(listings, "PK", index)) {
      stack.put(Stream.concat(comments(), players()));
      stack.await();
      JsonNode first = stack.get("/comments/DAFT_PUNK_TSHIRT");
      check(stack, first, false);
      stack.put(later());
      stack.await();
      check(stack, first, true);
    }
  }

  private static Stream<Map<String, AttributeValue>> comments() {
    return Sample.comments(10_000).filter(item -> item.containsValue(fromS(Sample.GROUP)));
  }

  private static Stream<Map<String, AttributeValue>> later() {
    return Stream.of("later-1", "later-2", "later-3")
        .map(
            k ->
                Map.of(
                    "PK", fromS(k), "PK2", fromS(Sample.GROUP), "SK", fromS("2024-05-03 10:00")));
  }

  private static Stream<Map<String, AttributeValue>> players() {
    return Stream.of("ann 500 fr", "you 410 fr", "me 410 de", "tom 300 de")
        .map(line -> line.split(" "))
        .map(
            of ->
                Map.of(
                    "PK", fromS(of[0]),
                    "game", fromS("chess"),
                    "score", fromN(of[1]),
                    "country", fromS(of[2])));
  }

  /// @param first page 1 before the later comments came
  /// @param haveCome whether they are there, as those who ask for what is new see it
  private static void check(WholeStack stack, JsonNode first, boolean haveCome) throws Exception {
    PlainList comments =
        PlainList.of("SK", haveCome ? Stream.concat(comments(), later()) : comments());
    PlainList players = PlainList.of("score", players());
    String after = first.at("/cursors/after").asText();
    List<String> documented = new ArrayList<>();
    List<String> told = new ArrayList<>();
    for (Map.Entry<String, Integer> file : QUESTIONS.entrySet()) {
      List<Question> questions = questions(file.getKey());
      assertEquals(file.getValue(), questions.size(), file.getKey());
      for (Question question : questions) {
        if (question.asked().containsKey("cursor") == haveCome) {
          PlainList list = question.path().startsWith("/players") ? players : comments;
          JsonNode answer = stack.get(question.address().replace("AFTER", after));
          ObjectNode plain = plain(question, answer, list, stack.keys(first).getLast());
          documented.addAll(question.shown(shown -> shown.group(2)));
          told.addAll(
              question.shown(
                  shown -> plain.at("/" + shown.group(1).replaceAll("\\W+", "/")).asText()));
        }
      }
    }
    assertEquals(String.join("\n", told), String.join("\n", documented));
  }

  /// What plain code answers, which `answer` has too.
  private static ObjectNode plain(Question question, JsonNode answer, PlainList list, String seen) {
    ObjectNode plain =
        question.path().endsWith("/facets")
            ? list.facets(question.asked(), answer.path("facets"))
            : list.page(question.asked(), seen);
    String where = question + ": " + plain + " and " + answer;
    for (String name : List.of("totalItems", "facets", "bars")) {
      assertEquals(plain.path(name), answer.path(name), where);
    }
    for (Map.Entry<String, JsonNode> member : plain.path("page").properties()) {
      JsonNode answered = answer.path("page").path(member.getKey());
      assertEquals(member.getValue().asText(), answered.asText(), where);
    }
    assertEquals(keys(plain), keys(answer), where);
    return plain;
  }

  private static List<String> keys(JsonNode answer) {
    return answer.path("items").valueStream().map(item -> item.path("PK").asText()).toList();
  }
}
