package pagemark.state;

import static java.nio.charset.StandardCharsets.UTF_8;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromM;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import pagemark.entry.Sha256;
import pagemark.index.Sequence;
import pagemark.key.KeyValue;
import pagemark.listing.json.DefinitionReader;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/// Converts generations to items of `pagemark-state` and back. Sequences are padded to 40 digits,
/// so that DynamoDB compares them as numbers.
public final class StateItems {
  /// The begins of the partitions with a listing's quarantine, and with its suspects.
  public static final String QUARANTINE = "quarantine#";

  public static final String SUSPECT = "suspect#";

  private StateItems() {}

  static String generations(String listing) {
    return "listing#" + listing;
  }

  static Map<String, AttributeValue> key(String listing, String generation) {
    return Map.of("pk", fromS(generations(listing)), "sk", fromS("generation#" + generation));
  }

  static Map<String, AttributeValue> write(Generation generation) {
    Map<String, AttributeValue> item = new HashMap<>(key(generation.listing(), generation.id()));
    item.put("definition", fromS(generation.definition().json()));
    item.put("table", fromS(generation.table()));
    item.put("stream", fromS(generation.stream()));
    item.put("birth", millis(generation.birth()));
    item.put("state", fromS(generation.state().name()));
    generation.inexact().forEach(mark -> item.put(inexact(mark.cause()), write(mark)));
    if (generation.swept() != null) {
      item.put("swept", millis(generation.swept()));
    }
    if (generation.suspended()) {
      item.put("suspended", AttributeValue.fromBool(true));
    }
    return item;
  }

  /// The attribute of a generation that stores the mark of a cause.
  static String inexact(Inexact.Cause cause) {
    return "inexact" + cause.name();
  }

  static AttributeValue write(Inexact mark) {
    return fromM(Map.of("since", millis(mark.since()), "noticed", millis(mark.noticed())));
  }

  private static Set<Inexact> marks(Map<String, AttributeValue> item) {
    Set<Inexact> marks = new HashSet<>();
    for (Inexact.Cause cause : Inexact.Cause.values()) {
      AttributeValue mark = item.get(inexact(cause));
      if (mark != null) {
        marks.add(mark(cause, mark));
      }
    }
    return marks;
  }

  static Inexact mark(Inexact.Cause cause, AttributeValue mark) {
    return new Inexact(
        cause, instant(required(mark.m(), "since")), instant(required(mark.m(), "noticed")));
  }

  static Generation generation(String listing, Map<String, AttributeValue> item) {
    return new Generation(
        required(item, "sk").s().substring("generation#".length()),
        listing,
        DefinitionReader.parse(required(item, "definition").s()),
        required(item, "table").s(),
        required(item, "stream").s(),
        instant(required(item, "birth")),
        Generation.State.valueOf(required(item, "state").s()),
        marks(item),
        item.containsKey("suspended"),
        item.containsKey("swept") ? instant(required(item, "swept")) : null);
  }

  public static AttributeValue required(Map<String, AttributeValue> item, String name) {
    AttributeValue value = item.get(name);
    if (value == null) {
      throw new IllegalStateException("an item of the state table has no attribute " + name);
    }
    return value;
  }

  public static AttributeValue millis(Instant instant) {
    return fromN(Long.toString(instant.toEpochMilli()));
  }

  public static Instant instant(AttributeValue millis) {
    return Instant.ofEpochMilli(Long.parseLong(millis.n()));
  }

  /// A consistent Query of a partition.
  static QueryRequest.Builder partition(String table, String pk) {
    return QueryRequest.builder()
        .tableName(table)
        .consistentRead(true)
        .keyConditionExpression("pk = :pk")
        .expressionAttributeValues(Map.of(":pk", fromS(pk)));
  }

  /// The first items of a partition, at most `max`, whose sort keys meet a condition.
  ///
  /// @param condition names the sort key `sk`, and `:sk`, which is `sk`
  static Stream<Map<String, AttributeValue>> first(
      DynamoDbClient dynamo, String table, String pk, String condition, String sk, int max) {
    QueryRequest query =
        partition(table, pk)
            .keyConditionExpression("pk = :pk AND " + condition)
            .expressionAttributeValues(Map.of(":pk", fromS(pk), ":sk", fromS(sk)))
            .limit(max)
            .build();
    return dynamo.queryPaginator(query).items().stream().limit(max);
  }

  /// The first items of a partition, at most `max`, whose sort keys are greater than `sk`.
  static Stream<Map<String, AttributeValue>> after(
      DynamoDbClient dynamo, String table, String pk, String sk, int max) {
    // a key must not be empty; a space sorts before every hash
    return first(dynamo, table, pk, "sk > :sk", sk.isEmpty() ? " " : sk, max);
  }

  /// The partitions with items that name single items of a listing.
  static List<String> aboutItems(String listing) {
    return List.of(
        QuarantineItems.partition(listing),
        QuarantineItems.looks(listing),
        SuspectItems.partition(listing));
  }

  public static Map<String, AttributeValue> primaryKey(Map<String, AttributeValue> item) {
    return Map.of("pk", required(item, "pk"), "sk", required(item, "sk"));
  }

  static String padded(Sequence sequence) {
    return "0".repeat(40 - sequence.digits().length()) + sequence.digits();
  }

  /// SHA-256 of the key attributes, in hexadecimal. A hash is needed because the key attributes
  /// together can be longer than a sort key may be.
  static String hash(Map<String, AttributeValue> key) {
    return HexFormat.of().formatHex(Sha256.of(text(key).getBytes(UTF_8)));
  }

  /// The key attributes as a text. Different keys have different texts.
  static String text(Map<String, AttributeValue> key) {
    StringBuilder text = new StringBuilder();
    new TreeMap<>(key).forEach((name, value) -> text.append(name).append(typed(value)));
    return text.toString();
  }

  /// A key value with its type and length, so that different keys have different texts.
  private static String typed(AttributeValue value) {
    String text = KeyValue.of(value).text();
    return "\0" + value.type() + text.length() + "\0" + text + "\0";
  }
}
