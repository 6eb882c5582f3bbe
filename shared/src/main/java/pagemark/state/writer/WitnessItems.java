package pagemark.state.writer;

import static java.util.Comparator.comparing;
import static java.util.Comparator.naturalOrder;
import static java.util.Comparator.reverseOrder;
import static pagemark.state.StateItems.required;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromB;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Position;
import pagemark.index.Fence;
import pagemark.index.GroupRef;
import pagemark.index.Witness;
import pagemark.state.StateItems;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Stores notes of witnesses in the [StateTable][pagemark.state.StateTable], their witnesses as
/// [WitnessBytes].
///
/// The notes of a generation lie in 8 partitions, because one of DynamoDB's takes 1,000 write units
/// a second. A ninth has those of the release before, which expire in a day. They are lists of
/// texts and bytes: group, item, fence; or group, item, cell, score, member.
record WitnessItems(DynamoDbClient dynamo, String table) implements WitnessNotes {
  private static final Duration KEPT = Duration.ofDays(1);
  private static final int PARTITIONS = 8;

  private static String older(String listing, String generation) {
    return "witness#" + listing + "#" + generation;
  }

  private static Stream<String> partitions(String listing, String generation) {
    String older = older(listing, generation);
    return Stream.concat(
        Stream.of(older), IntStream.range(0, PARTITIONS).mapToObj(i -> older + "#" + i));
  }

  private static String partition(WitnessNote note) {
    int number = Math.floorMod(note.name().hashCode(), PARTITIONS);
    return older(note.listing(), note.generation()) + "#" + number;
  }

  private static Map<String, AttributeValue> key(String partition, WitnessNote note) {
    return Map.of("pk", fromS(partition), "sk", fromS(time(note.at()) + "#" + note.name()));
  }

  private static String time(Instant at) {
    return "%013d".formatted(at.toEpochMilli());
  }

  @Override
  public void note(WitnessNote note) {
    dynamo.putItem(put -> put.tableName(table).item(item(note)));
  }

  static Map<String, AttributeValue> item(WitnessNote note) {
    Instant oldest = note.witnesses().stream().map(Witness::at).min(naturalOrder()).orElseThrow();
    byte[] packed =
        new WitnessBytes(note.listing(), note.generation(), oldest).write(note.witnesses());
    Map<String, AttributeValue> item = new HashMap<>(key(partition(note), note));
    item.put("since", StateItems.millis(note.since()));
    item.put("oldest", StateItems.millis(oldest));
    item.put("packed", fromB(SdkBytes.fromByteArray(packed)));
    item.put("expires", fromN(Long.toString(oldest.plus(KEPT).getEpochSecond())));
    return item;
  }

  /// Merges the partitions. Each is read a page at a time, when it has the newest note that is
  /// left.
  @Override
  public Stream<WitnessNote> notes(String listing, String generation, Instant from, Instant to) {
    PriorityQueue<Notes> newest = new PriorityQueue<>(comparing(Notes::at, reverseOrder()));
    partitions(listing, generation)
        .map(partition -> query(partition, from, to))
        .map(items -> items.map(item -> note(listing, generation, item)).iterator())
        .filter(Iterator::hasNext)
        .forEach(notes -> newest.add(new Notes(notes.next(), notes)));
    return Stream.generate(newest::poll)
        .takeWhile(Objects::nonNull)
        .map(
            notes -> {
              if (notes.older().hasNext()) {
                newest.add(new Notes(notes.older().next(), notes.older()));
              }
              return notes.first();
            });
  }

  /// What is left of a partition.
  private record Notes(WitnessNote first, Iterator<WitnessNote> older) {
    Instant at() {
      return first.at();
    }
  }

  private Stream<Map<String, AttributeValue>> query(String partition, Instant from, Instant to) {
    return dynamo
        .queryPaginator(
            query ->
                query
                    .tableName(table)
                    .consistentRead(true)
                    .scanIndexForward(false)
                    .keyConditionExpression("pk = :pk AND sk BETWEEN :from AND :to")
                    .expressionAttributeValues(
                        Map.of(
                            ":pk", fromS(partition),
                            ":from", fromS(time(from)),
                            ":to", fromS(time(to) + "~"))))
        .items()
        .stream();
  }

  private static WitnessNote note(
      String listing, String generation, Map<String, AttributeValue> item) {
    String[] timeAndName = required(item, "sk").s().split("#", 2);
    return new WitnessNote(
        listing,
        generation,
        timeAndName[1],
        Instant.ofEpochMilli(Long.parseLong(timeAndName[0])),
        StateItems.instant(required(item, "since")),
        witnesses(listing, generation, item));
  }

  private static List<Witness> witnesses(
      String listing, String generation, Map<String, AttributeValue> item) {
    Instant oldest = StateItems.instant(required(item, "oldest"));
    AttributeValue packed = item.get("packed");
    return packed != null
        ? new WitnessBytes(listing, generation, oldest).read(packed.b().asByteArray())
        : required(item, "witnesses").l().stream()
            .map(witness -> older(listing, generation, witness.l(), oldest))
            .toList();
  }

  private static Witness older(
      String listing, String generation, List<AttributeValue> parts, Instant at) {
    GroupRef group = new GroupRef(generation, listing, new Group(parts.get(0).s()));
    Bytes item = bytes(parts.get(1));
    if (parts.size() == 3) {
      return new Witness(group, item, Fence.of(parts.get(2).s(), null), null, at);
    }
    Position position = new Position(Double.parseDouble(parts.get(3).s()), bytes(parts.get(4)));
    return new Witness(group, item, null, new Entry(new Cell(parts.get(2).s()), position), at);
  }

  private static Bytes bytes(AttributeValue value) {
    return Bytes.of(value.b().asByteArray());
  }

  @Override
  public void forget(WitnessNote note) {
    for (String partition : List.of(partition(note), older(note.listing(), note.generation()))) {
      dynamo.deleteItem(delete -> delete.tableName(table).key(key(partition, note)));
    }
  }
}
