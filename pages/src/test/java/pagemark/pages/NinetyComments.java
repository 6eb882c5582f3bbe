package pagemark.pages;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;

import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import pagemark.index.PageIndexReader;
import pagemark.pages.result.Page;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A table of 90 comments, a minute apart, rated 1 to 5 in turn, and its pages.
abstract class NinetyComments {
  static final int COMMENTS = 90;
  static final ListedTable TABLE = table();
  static final Pages PAGES = pages(TABLE.index().reader());
  final GroupQuery query = PAGES.listing("comments").group("x");

  static ListedTable table() {
    ListedTable table = new ListedTable("pages", Definitions.COMMENTS).open();
    table.put(IntStream.range(0, COMMENTS).mapToObj(NinetyComments::comment).toList());
    return table;
  }

  static Map<String, AttributeValue> comment(int i) {
    Map<String, AttributeValue> comment =
        new HashMap<>(ListedTable.comment("c%02d".formatted(i), "x", at(i)));
    comment.put("rating", fromN("" + rating(i)));
    return comment;
  }

  static String at(int i) {
    return "2024-05-01 %02d:%02d".formatted(i / 60, i % 60);
  }

  static int rating(int i) {
    return 1 + i % 5;
  }

  static Pages pages(PageIndexReader index) {
    return Pages.of(TABLE.services(TABLE.listings(), index, InstantSource.system()));
  }

  static List<String> keys(Page page) {
    return page.items().stream().map(item -> ListedTable.text(item, "PK")).toList();
  }

  static List<String> comments(int... numbers) {
    return IntStream.of(numbers).mapToObj("c%02d"::formatted).toList();
  }
}
