package pagemark.key;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromBool;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromM;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Group;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.key.Sort.Missing;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Compares positions of random sorts of one to three parts with a plain comparator of the values.
final class SortPartsModelTest {
  private static final long SEED = 20_261_126;
  private static final KeyAttribute GROUP = new KeyAttribute("g", AttributeType.STRING);
  private static final KeyAttribute KEY = new KeyAttribute("k", AttributeType.STRING);
  private static final int SORTS = 400;
  private static final int ITEMS = 60;

  private final Random random = new Random(SEED);

  /// @param values few, so that they tie; some are the begin of others
  private record Kind(
      SortType type, List<AttributeValue> values, Comparator<AttributeValue> order) {}

  private static final Comparator<AttributeValue> BY_NUMBER =
      Comparator.comparing(value -> new BigDecimal(value.n()));

  private static final List<Kind> KINDS =
      List.of(
          new Kind(
              new StringSort(),
              List.of(fromS(""), fromS("a"), fromS("ab"), fromS("a\0"), fromS("a\0b"), fromS("b")),
              Comparator.comparing(value -> Bytes.utf8(value.s()))),
          new Kind(
              new NumberSort(),
              List.of(
                  fromN("-2.5"), fromN("-2"), fromN("0"), fromN("0.5"), fromN("12"), fromN("12.5")),
              BY_NUMBER),
          new Kind(
              new IntegerSort(),
              List.of(fromN("-300"), fromN("0"), fromN("1"), fromN("255")),
              BY_NUMBER),
          new Kind(
              new InstantSort(),
              List.of(
                  fromS("2024-05-01T00:00:00.5Z"),
                  fromS("2024-05-01T02:00+01:00"),
                  fromS("1969-12-31T23:00:00Z")),
              Comparator.comparing(value -> OffsetDateTime.parse(value.s()).toInstant())),
          new Kind(
              new TextSort(),
              List.of(fromS("zebra"), fromS("ZEBRAS"), fromS("Äpfel"), fromS("z")),
              Comparator.comparing(value -> value.s().replace("Ä", "a").toLowerCase(Locale.ROOT))),
          new Kind(
              new BooleanSort(),
              List.of(fromBool(false), fromBool(true)),
              Comparator.comparing(AttributeValue::bool)));

  private record Row(String key, List<Optional<AttributeValue>> values) {}

  private <T> T any(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  @Test
  void itemsStandAsAPlainComparatorOrdersThem() throws UnfitException {
    for (int i = 0; i < SORTS; i++) {
      List<Kind> kinds = new ArrayList<>();
      List<Sort.Part> parts = new ArrayList<>();
      for (int part = 1 + random.nextInt(3); part > 0; part--) {
        kinds.add(any(KINDS));
        List<String> names = List.of("p" + part, "in");
        parts.add(
            new Sort.Part(
                new AttributePath(random.nextBoolean() ? names : names.subList(0, 1)),
                kinds.getLast().type(),
                any(List.of(Order.values())),
                any(List.of(Missing.values()))));
      }
      check(parts, kinds);
    }
  }

  private void check(List<Sort.Part> parts, List<Kind> kinds) throws UnfitException {
    PositionCodec codec = new PositionCodec(Groups.by(GROUP), new Sort(parts), List.of(KEY));
    List<Row> rows = new ArrayList<>();
    Map<Row, Position> positions = new HashMap<>();
    for (int i = 0; i < ITEMS; i++) {
      Row row = new Row("k" + random.nextInt(1_000_000), values(parts, kinds));
      Map<String, AttributeValue> item = item(parts, row);
      assertTrue(codec.sort().isIn(item));
      Position position = codec.position(item);
      assertEquals(position, codec.position(codec.sortBytes(position), item));
      assertEquals(Map.of("k", fromS(row.key())), codec.keyAttributes(new Group("x"), position));
      assertEquals(codec.itemKey(item), codec.itemKey(position));
      rows.add(row);
      positions.put(row, position);
    }
    List<Row> expected = new ArrayList<>(rows);
    expected.sort(byValues(parts, kinds));
    rows.sort(Comparator.comparing(positions::get));
    if (parts.getFirst().order() == Order.DESCENDING) {
      rows = new ArrayList<>(rows.reversed());
    }
    assertEquals(expected, rows, () -> "seed " + SEED + ": " + parts);
    checkWindows(codec, kinds.getFirst(), positions);
  }

  private List<Optional<AttributeValue>> values(List<Sort.Part> parts, List<Kind> kinds) {
    List<Optional<AttributeValue>> values = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      boolean isMissing = parts.get(i).missing() != Missing.OMIT && random.nextInt(4) == 0;
      values.add(isMissing ? Optional.empty() : Optional.of(any(kinds.get(i).values())));
    }
    return values;
  }

  private static Map<String, AttributeValue> item(List<Sort.Part> parts, Row row) {
    Map<String, AttributeValue> item = new HashMap<>(Map.of("k", fromS(row.key())));
    for (int i = 0; i < parts.size(); i++) {
      AttributePath path = parts.get(i).path();
      row.values()
          .get(i)
          .ifPresent(
              value ->
                  item.put(path.attribute(), path.isNested() ? fromM(Map.of("in", value)) : value));
    }
    return item;
  }

  /// The order as the definition says it. A listing that descends is read from the end, so that its
  /// ties by key descend too.
  private static Comparator<Row> byValues(List<Sort.Part> parts, List<Kind> kinds) {
    Comparator<Row> all = (_, _) -> 0;
    for (int i = 0; i < parts.size(); i++) {
      int part = i;
      Comparator<AttributeValue> order = kinds.get(i).order();
      if (parts.get(i).order() == Order.DESCENDING) {
        order = order.reversed();
      }
      Comparator<@Nullable AttributeValue> missing =
          parts.get(i).missing() == Missing.FIRST
              ? Comparator.nullsFirst(order)
              : Comparator.nullsLast(order);
      all = all.thenComparing(row -> row.values().get(part).orElse(null), missing);
    }
    Comparator<Row> byKey = Comparator.comparing(Row::key);
    return all.thenComparing(
        parts.getFirst().order() == Order.DESCENDING ? byKey.reversed() : byKey);
  }

  /// Boundaries are those of the first value alone, and leave out the items without one.
  private void checkWindows(PositionCodec codec, Kind kind, Map<Row, Position> positions)
      throws UnfitException {
    AttributeValue edge = any(kind.values());
    for (Map.Entry<Row, Position> each : positions.entrySet()) {
      Position position = each.getValue();
      Optional<AttributeValue> value = each.getKey().values().getFirst();
      boolean isWithin =
          codec.begin().stream().allMatch(begin -> position.compareTo(begin) >= 0)
              && codec.end().stream().allMatch(end -> position.compareTo(end) < 0);
      assertEquals(value.isPresent(), isWithin);
      if (value.isPresent()) {
        int order = kind.order().compare(value.get(), edge);
        assertEquals(order < 0, position.compareTo(codec.before(edge)) < 0, "seed " + SEED);
        assertEquals(order <= 0, position.compareTo(codec.behind(edge)) < 0, "seed " + SEED);
      }
    }
  }

  private static Sort.Part part(String name, Missing missing) {
    return new Sort.Part(AttributePath.of(name), new StringSort(), Order.ASCENDING, missing);
  }

  @Test
  void allPartsTogetherHaveALimit() throws UnfitException {
    Sort sort = new Sort(List.of(part("a", Missing.OMIT), part("b", Missing.LAST)));
    PositionCodec codec = new PositionCodec(Groups.by(GROUP), sort, List.of(KEY));
    Map<String, AttributeValue> item = new HashMap<>(Map.of("k", fromS("k")));
    item.put("a", fromS("\0".repeat(1000)));
    item.put("b", fromS("b".repeat(24)));
    codec.position(item);
    item.put("b", fromS("b".repeat(25)));
    UnfitException refused = assertThrows(UnfitException.class, () -> codec.position(item));
    assertEquals("a, b must have at most 1024 bytes together", refused.reason());
    item.put("b", fromN("7"));
    refused = assertThrows(UnfitException.class, () -> codec.position(item));
    assertEquals("b must be a string (S)", refused.reason());
    item.remove("b");
    codec.position(item);
    item.remove("a");
    assertFalse(sort.isIn(item));
  }

  @Test
  void onlyOneAttributeThatDynamoDbOrdersIsQueryable() {
    Sort.Part plain = part("a", Missing.OMIT);
    Sort.Part turned = new Sort.Part(plain.path(), plain.type(), Order.DESCENDING, Missing.OMIT);
    assertTrue(new Sort(List.of(plain)).isQueryable());
    assertEquals(new Sort(List.of(plain)), new Sort(List.of(turned)));
    assertFalse(new Sort(List.of(part("a", Missing.FIRST))).isQueryable());
    assertFalse(new Sort(List.of(plain, part("b", Missing.OMIT))).isQueryable());
    AttributePath nested = new AttributePath(List.of("a", "b"));
    assertFalse(
        new Sort(List.of(new Sort.Part(nested, plain.type(), Order.ASCENDING, Missing.OMIT)))
            .isQueryable());
    assertFalse(Sort.by("a", new TextSort()).isQueryable());
  }
}
