package pagemark.listing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromNul;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Position;
import pagemark.listing.Indexable.Absent;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Indexable.Poison;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

final class IndexDefinitionTest {
  private static final IndexDefinition COMMENTS = Definitions.comments().definition();

  private static Map<String, AttributeValue> comment() {
    Map<String, AttributeValue> item = new HashMap<>();
    item.put("PK", fromS("rita"));
    item.put("PK2", fromS("DAFT_PUNK_TSHIRT"));
    item.put("SK", fromS("2024-05-01 00:00"));
    item.put("rating", fromN("4"));
    item.put("language", fromS("en"));
    return item;
  }

  private static Indexable with(String attribute, AttributeValue value) {
    Map<String, AttributeValue> item = comment();
    item.put(attribute, value);
    return COMMENTS.indexable(item);
  }

  private static Indexable without(String attribute) {
    Map<String, AttributeValue> item = comment();
    item.remove(attribute);
    return COMMENTS.indexable(item);
  }

  @Test
  void aCommentIsIndexedInItsGroupCellAndPosition() {
    Position position = new Position(1_714_521_600, Bytes.utf8("rita"));
    assertEquals(
        new Indexed(Set.of(new Group("DAFT_PUNK_TSHIRT")), new Entry(new Cell("4.2"), position)),
        COMMENTS.indexable(comment()));
    assertFalse(COMMENTS.ofFormat(IndexDefinition.KEY_FORMAT - 1).isOfThisFormat());
  }

  @Test
  void withoutGroupOrSortAttributeAnItemIsAbsent() {
    assertEquals(new Absent(), without("PK2"));
    assertEquals(new Absent(), without("SK"));
    assertEquals(new Absent(), COMMENTS.indexable(Map.of()));
  }

  @Test
  void aPresentAttributeThatDoesNotFitIsPoisonAndTheReasonHoldsNoValue() {
    assertEquals(
        new Poison("SK must be of the pattern uuuu-MM-dd HH:mm"), with("SK", fromS("yesterday")));
    assertEquals(new Poison("PK2 must be a string (S)"), with("PK2", fromN("1")));
    assertEquals(new Poison("PK2 must have 1 to 2048 bytes"), with("PK2", fromS("")));
    assertEquals(new Absent(), with("SK", fromNul(true)));
    assertInstanceOf(Poison.class, without("PK"));
  }

  @ParameterizedTest
  @CsvSource({"4.0,4.2", "5,5.2", "1E0,1.2", "6,0.2", "4.5,0.2"})
  void numbersMatchByValueAndAnyOtherIsOther(String rating, String cell) {
    Indexed indexed = assertInstanceOf(Indexed.class, with("rating", fromN(rating)));
    assertEquals(cell, indexed.entry().cell().name());
  }

  @Test
  void anAbsentFilterAttributeOrOneOfAnotherTypeIsOther() {
    assertEquals("0.2", cellOf(without("rating")));
    assertEquals("0.2", cellOf(with("rating", fromS("4"))));
    assertEquals("4.0", cellOf(with("language", fromS("EN"))));
  }

  private static String cellOf(Indexable indexable) {
    return assertInstanceOf(Indexed.class, indexable).entry().cell().name();
  }
}
