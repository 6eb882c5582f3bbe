package pagemark.state.writer;

import static java.util.Comparator.naturalOrder;
import static pagemark.state.StateItems.required;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromB;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromL;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import pagemark.index.Fence;
import pagemark.index.GroupRef;
import pagemark.index.Witness;
import pagemark.key.Bytes;
import pagemark.key.Cell;
import pagemark.key.Entry;
import pagemark.key.Group;
import pagemark.key.Position;
import pagemark.state.StateItems;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Stores notes of witnesses in the [StateTable][pagemark.state.StateTable]. A witness is a list of
/// texts and bytes: group, item, fence; or group, item, cell, score, member.
record WitnessItems(DynamoDbClient dynamo, String table) implements WitnessNotes {
  private static final Duration KEPT = Duration.ofDays(1);

  private static AttributeValue partition(String listing, String generation) {
    return fromS("witness#" + listing + "#" + generation);
  }

  private static Map<String, AttributeValue> key(WitnessNote note) {
    return Map.of(
        "pk", partition(note.listing(), note.generation()),
        "sk", fromS(time(note.at()) + "#" + note.name()));
  }

  private static String time(Instant at) {
    return "%013d".formatted(at.toEpochMilli());
  }

  @Override
  public void note(WitnessNote note) {
    Instant oldest = note.witnesses().stream().map(Witness::at).min(naturalOrder()).orElseThrow();
    Map<String, AttributeValue> key = key(note);
    Map<String, AttributeValue> item =
        Map.of(
            "pk", required(key, "pk"),
            "sk", required(key, "sk"),
            "since", StateItems.millis(note.since()),
            "oldest", StateItems.millis(oldest),
            "witnesses", fromL(note.witnesses().stream().map(WitnessItems::write).toList()),
            "expires", fromN(Long.toString(oldest.plus(KEPT).getEpochSecond())));
    dynamo.putItem(put -> put.tableName(table).item(item));
  }

  private static AttributeValue write(Witness witness) {
    AttributeValue group = fromS(witness.group().group().text());
    AttributeValue item = bytes(witness.item());
    Fence fence = witness.fence();
    Entry entry = witness.entry();
    if (fence != null || entry == null) {
      return fromL(List.of(group, item, fromS(fence == null ? "0" : fence.mark())));
    }
    return fromL(
        List.of(
            group,
            item,
            fromS(entry.cell().name()),
            fromS(Double.toString(entry.position().score())),
            bytes(entry.position().member())));
  }

  private static AttributeValue bytes(Bytes bytes) {
    return fromB(SdkBytes.fromByteArray(bytes.toArray()));
  }

  @Override
  public Stream<WitnessNote> notes(String listing, String generation, Instant from, Instant to) {
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
                            ":pk", partition(listing, generation),
                            ":from", fromS(time(from)),
                            ":to", fromS(time(to) + "~"))))
        .items()
        .stream()
        .map(item -> note(listing, generation, item));
  }

  private static WitnessNote note(
      String listing, String generation, Map<String, AttributeValue> item) {
    String[] timeAndName = required(item, "sk").s().split("#", 2);
    Instant oldest = StateItems.instant(required(item, "oldest"));
    return new WitnessNote(
        listing,
        generation,
        timeAndName[1],
        Instant.ofEpochMilli(Long.parseLong(timeAndName[0])),
        StateItems.instant(required(item, "since")),
        required(item, "witnesses").l().stream()
            .map(witness -> witness(listing, generation, witness.l(), oldest))
            .toList());
  }

  private static Witness witness(
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
    dynamo.deleteItem(delete -> delete.tableName(table).key(key(note)));
  }
}
