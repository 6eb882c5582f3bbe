package pagemark.local.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import pagemark.entry.Bytes;
import pagemark.listing.Attributes;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.load.ItemReader;
import pagemark.load.ItemReader.LineException;
import pagemark.local.http.HttpFront;
import pagemark.local.http.HttpFront.Reply;
import pagemark.local.http.HttpFront.Request;
import pagemark.local.page.WebPage.RefusedRequest;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/// `POST`, `PUT` and `DELETE /local/items?listing=NAME`: adds, replaces and deletes one item of the
/// listed table. The body is the item as `load` reads it. To delete an item, its key is enough.
record ItemsRoute(Listings listings, Writes writes) implements HttpFront.Route {
  private static final int BODY_BYTES_MAX = 400 * 1024;
  private static final String PARAMETER = "listing=";
  private static final Reply DONE =
      new Reply(204, Map.of("Cache-Control", List.of("no-store")), Bytes.utf8(""));

  @Override
  public Reply answer(Request request) {
    RefusedRequest.requireOwn(request);
    String method = request.method();
    if (!List.of("POST", "PUT", "DELETE").contains(method)) {
      throw RefusedRequest.method("POST, PUT, DELETE");
    }
    checkBody(request);
    Listing listing = listing(request.query());
    byte[] body = request.body().toArray();
    switch (method) {
      case "POST" -> writes.add(listing, body);
      case "PUT" -> writes.replace(listing, body);
      default -> writes.delete(listing, body);
    }
    return DONE;
  }

  private static void checkBody(Request request) {
    String type = request.headers().getOrDefault("content-type", "").split(";", 2)[0];
    if (!type.strip().toLowerCase(Locale.ROOT).equals("application/json")) {
      throw new RefusedRequest(415, "the body must be application/json");
    }
    if (request.body().length() > BODY_BYTES_MAX) {
      throw new RefusedRequest(413, "the body is larger than 400 KB");
    }
  }

  private Listing listing(String query) {
    if (!query.startsWith(PARAMETER) || query.contains("&")) {
      throw new RefusedRequest(400, "the path takes one parameter: listing, the name of a listing");
    }
    return listings
        .find(decoded(query.substring(PARAMETER.length())))
        .orElseThrow(() -> new RefusedRequest(404, "there is no such listing"));
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, UTF_8);
    } catch (IllegalArgumentException e) {
      throw new RefusedRequest(400, "parameter listing is not percent-encoded UTF-8");
    }
  }

  /// Writes single items to the listed table, and to nothing else. The index gets them through the
  /// table's stream, as from any other writer.
  ///
  /// @param log takes a line if the table cannot be written
  record Writes(DynamoDbClient dynamo, Consumer<String> log) {
    private static final String IS_THERE = "attribute_exists(#key)";
    private static final String IS_NOT_THERE = "attribute_not_exists(#key)";

    /// Adds an item.
    ///
    /// @throws RefusedRequest if there is an item with its key already
    void add(Listing listing, byte[] json) {
      RefusedRequest unmet = new RefusedRequest(409, "there is already an item with this key");
      put(listing, read(listing, json), IS_NOT_THERE, unmet);
    }

    /// Replaces the attributes of an item that the listing shows. The other attributes stay.
    ///
    /// @throws RefusedRequest if there is no item with its key
    void replace(Listing listing, byte[] json) {
      ItemReader.Read read = read(listing, json);
      switch (listing.attributes()) {
        case Attributes.All() -> put(listing, read, IS_THERE, missing());
        case Attributes.Only(var names) ->
            update(listing, read.key(), UpdateExpression.of(read, names));
      }
    }

    private void put(
        Listing listing, ItemReader.Read read, String condition, RefusedRequest unmet) {
      run(
          unmet,
          () ->
              dynamo.putItem(
                  put ->
                      put.tableName(table(listing))
                          .item(read.item())
                          .conditionExpression(condition)
                          .expressionAttributeNames(keyName(read.key()))));
    }

    private void update(Listing listing, Map<String, AttributeValue> key, UpdateExpression change) {
      Map<String, String> names = new HashMap<>(change.names());
      names.putAll(keyName(key));
      run(
          missing(),
          () ->
              dynamo.updateItem(
                  update -> {
                    update
                        .tableName(table(listing))
                        .key(key)
                        .conditionExpression(IS_THERE)
                        .expressionAttributeNames(names);
                    if (!change.isEmpty()) {
                      update.updateExpression(change.expression());
                    }
                    if (!change.values().isEmpty()) {
                      update.expressionAttributeValues(change.values());
                    }
                  }));
    }

    /// Deletes an item.
    ///
    /// @throws RefusedRequest if there is no item with its key
    void delete(Listing listing, byte[] json) {
      Map<String, AttributeValue> key = key(listing, json);
      run(
          missing(),
          () ->
              dynamo.deleteItem(
                  delete ->
                      delete
                          .tableName(table(listing))
                          .key(key)
                          .conditionExpression(IS_THERE)
                          .expressionAttributeNames(keyName(key))));
    }

    private static RefusedRequest missing() {
      return new RefusedRequest(404, "there is no item with this key");
    }

    private static String table(Listing listing) {
      return listing.definition().table();
    }

    /// One of the key's attributes, for the condition: an item has all of them.
    private static Map<String, String> keyName(Map<String, AttributeValue> key) {
      return Map.of("#key", key.keySet().iterator().next());
    }

    private ItemReader.Read read(Listing listing, byte[] json) {
      try {
        return reader(listing).item(json);
      } catch (LineException e) {
        throw unfit(e);
      }
    }

    private Map<String, AttributeValue> key(Listing listing, byte[] json) {
      try {
        return reader(listing).key(json);
      } catch (LineException e) {
        throw unfit(e);
      }
    }

    private static RefusedRequest unfit(LineException e) {
      return new RefusedRequest(400, "the item does not fit: " + e.reason());
    }

    private ItemReader reader(Listing listing) {
      try {
        return ItemReader.of(
            listing, dynamo.describeTable(describe -> describe.tableName(table(listing))).table());
      } catch (SdkException e) {
        throw failed(e);
      }
    }

    /// @param unmet the answer if the write's condition is not met
    private void run(RefusedRequest unmet, Runnable write) {
      try {
        write.run();
      } catch (ConditionalCheckFailedException e) {
        throw unmet;
      } catch (SdkException e) {
        throw failed(e);
      }
    }

    private RefusedRequest failed(SdkException e) {
      if (e instanceof AwsServiceException refused && refused.statusCode() == 400) {
        return new RefusedRequest(400, "the table does not accept the item");
      }
      log.accept("An item cannot be written: " + e.getClass().getName());
      return new RefusedRequest(503, "the table does not answer");
    }

    /// A DynamoDB update that sets attributes and removes others.
    ///
    /// @param expression such as `SET #a0 = :a0 REMOVE #a1`; empty if there is nothing to change
    record UpdateExpression(
        String expression, Map<String, String> names, Map<String, AttributeValue> values) {

      /// Sets the attributes of `read`, and removes those of `shown` that it lacks. The key stays.
      static UpdateExpression of(ItemReader.Read read, List<String> shown) {
        Map<String, String> names = new HashMap<>();
        Map<String, AttributeValue> values = new HashMap<>();
        List<String> set = new ArrayList<>();
        List<String> remove = new ArrayList<>();
        for (Map.Entry<String, AttributeValue> attribute : read.item().entrySet()) {
          if (!read.key().containsKey(attribute.getKey())) {
            String name = "a" + names.size();
            names.put("#" + name, attribute.getKey());
            values.put(":" + name, attribute.getValue());
            set.add("#%s = :%s".formatted(name, name));
          }
        }
        for (String attribute : shown) {
          if (!read.item().containsKey(attribute)) {
            String name = "#a" + names.size();
            names.put(name, attribute);
            remove.add(name);
          }
        }
        return new UpdateExpression(
            (clause("SET", set) + clause("REMOVE", remove)).strip(), names, values);
      }

      private static String clause(String word, List<String> parts) {
        return parts.isEmpty() ? "" : word + " " + String.join(", ", parts) + " ";
      }

      boolean isEmpty() {
        return expression.isEmpty();
      }
    }
  }
}
