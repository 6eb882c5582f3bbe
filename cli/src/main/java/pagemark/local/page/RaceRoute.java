package pagemark.local.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Order;
import pagemark.local.http.HttpFront;
import pagemark.local.http.HttpFront.Reply;
import pagemark.local.http.HttpFront.Request;
import pagemark.local.page.WebPage.RefusedRequest;
import pagemark.local.race.Walk;
import pagemark.pages.GroupQuery;
import pagemark.pages.ListingQuery;
import pagemark.pages.Pages;
import pagemark.pages.error.PagesException;
import pagemark.pages.scope.Scope;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// `POST /local/race`: walks to a page as DynamoDB alone does, and tells each call in a line of
/// JSON as soon as it is made. The walk ends when the client goes away.
///
/// The body says which page: `listing`, `group`, `sort`, `order`, `size`, `filters`, a window, and
/// `items`, which is how many items there are up to the page's last one.
record RaceRoute(Pages pages, DynamoDbClient dynamo, Consumer<String> log)
    implements HttpFront.Route {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Map<String, List<String>> HEADERS =
      Map.of("Content-Type", List.of("application/x-ndjson"), "Cache-Control", List.of("no-store"));

  @Override
  public Reply answer(Request request) {
    RefusedRequest.requireOwn(request);
    if (!request.method().equals("POST")) {
      throw RefusedRequest.method("POST");
    }
    JsonNode question = question(request.body());
    Walk walk =
        Walk.of(dynamo, scope(question), wanted(question), InstantSource.system())
            .orElseThrow(
                () -> new RefusedRequest(409, "no single Query of DynamoDB returns this order"));
    return Reply.inParts(200, HEADERS, () -> new Lines(walk, log));
  }

  private static JsonNode question(Bytes body) {
    try {
      JsonNode question = JSON.readTree(body.toArray());
      if (question.isObject()) {
        return question;
      }
    } catch (JsonProcessingException e) {
      // Answered below.
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    throw new RefusedRequest(400, "the body must be a JSON object");
  }

  private static long wanted(JsonNode question) {
    long items = question.path("items").asLong();
    if (items < 1) {
      throw new RefusedRequest(400, "items must be at least 1");
    }
    return items;
  }

  private Scope scope(JsonNode question) {
    try {
      ListingQuery listing = pages.listing(question.path("listing").asText());
      String sort = text(question, "sort");
      GroupQuery query =
          (sort == null ? listing : listing.sort(sort)).group(texts(question.path("group")));
      for (Map.Entry<String, JsonNode> filter : question.path("filters").properties()) {
        query = query.filter(filter.getKey(), (Object[]) texts(filter.getValue()));
      }
      query = windowed(query, question);
      String order = text(question, "order");
      query = order == null ? query : query.order(order(order));
      int size = question.path("size").asInt();
      return (size == 0 ? query : query.size(size)).scope();
    } catch (PagesException e) {
      throw new RefusedRequest(400, String.valueOf(e.getMessage()));
    }
  }

  private static Order order(String text) {
    try {
      return Order.valueOf(text.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new RefusedRequest(400, "order must be ascending or descending");
    }
  }

  private static GroupQuery windowed(GroupQuery query, JsonNode question) {
    String from = text(question, "from");
    String to = text(question, "to");
    String prefix = text(question, "prefix");
    String during = text(question, "during");
    if (prefix != null) {
      return query.prefix(prefix);
    }
    if (during != null) {
      return query.during(during, text(question, "zone"));
    }
    return from == null && to == null ? query : query.window(from, to);
  }

  private static @Nullable String text(JsonNode question, String name) {
    return question.hasNonNull(name) ? question.path(name).asText() : null;
  }

  private static String[] texts(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false)
        .map(JsonNode::asText)
        .toArray(String[]::new);
  }

  /// The lines of a walk. One that fails ends with a line that says so.
  private static final class Lines implements Iterator<Bytes> {
    private final Walk walk;
    private final Consumer<String> log;
    private boolean hasFailed;

    Lines(Walk walk, Consumer<String> log) {
      this.walk = walk;
      this.log = log;
    }

    @Override
    public boolean hasNext() {
      return !hasFailed && walk.hasNext();
    }

    @Override
    public Bytes next() {
      ObjectNode line = JsonNodeFactory.instance.objectNode();
      try {
        put(line, walk.next());
      } catch (SdkException e) {
        hasFailed = true;
        log.accept("A walk failed: " + e.getClass().getName());
        line.put("problem", "the table does not answer");
      }
      return Bytes.utf8(line + "\n");
    }

    private static void put(ObjectNode line, Walk.Step step) {
      line.put("calls", step.calls()).put("units", step.units());
      line.put("read", step.read()).put("found", step.found()).put("millis", step.millis());
      if (step.end() != null) {
        line.put("end", step.end().name().toLowerCase(Locale.ROOT));
      }
    }
  }
}
