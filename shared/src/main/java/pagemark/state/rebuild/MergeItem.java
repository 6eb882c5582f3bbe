package pagemark.state.rebuild;

import static java.nio.charset.StandardCharsets.UTF_8;
import static pagemark.state.StateItems.required;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromB;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromBool;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromL;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import pagemark.entry.Bytes;
import pagemark.entry.Group;
import pagemark.index.rows.RowBorder;
import pagemark.state.StateItems;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A [MergePlan] as an item of the [StateTable][pagemark.state.StateTable].
///
/// It stays below 400 KB: 40 segments of 500 runs have names of 160 KB, and 39 borders have 175 KB
/// if their keys are the longest of DynamoDB.
final class MergeItem {
  static final String ID = "id";
  static final String DROPPED = "dropped";
  private static final String READ_AFTER = "readAfter";
  private static final String RUNS = "sorted";
  private static final String WIDTH = "width";
  private static final String BORDERS = "borders";

  private MergeItem() {}

  /// The attributes without the key.
  static Map<String, AttributeValue> write(MergePlan plan) {
    Map<String, AttributeValue> item = new HashMap<>();
    item.put(ID, id(plan));
    item.put(READ_AFTER, StateItems.millis(plan.readAfter()));
    item.put(RUNS, names(plan.runs()));
    item.put(WIDTH, fromN(Integer.toString(plan.width())));
    item.put(BORDERS, fromL(plan.borders().stream().map(MergeItem::border).toList()));
    item.put(DROPPED, fromBool(plan.dropped()));
    return item;
  }

  static AttributeValue id(MergePlan plan) {
    return fromN(Long.toString(plan.id()));
  }

  static MergePlan read(Map<String, AttributeValue> item) {
    return new MergePlan(
        Long.parseLong(required(item, ID).n()),
        StateItems.instant(required(item, READ_AFTER)),
        names(required(item, RUNS)),
        Integer.parseInt(required(item, WIDTH).n()),
        required(item, BORDERS).l().stream().map(MergeItem::border).toList(),
        required(item, DROPPED).bool());
  }

  /// The names of runs, 8 bytes each.
  static AttributeValue names(List<Long> runs) {
    ByteBuffer packed = ByteBuffer.allocate(runs.size() * Long.BYTES);
    runs.forEach(packed::putLong);
    return fromB(SdkBytes.fromByteArray(packed.array()));
  }

  static List<Long> names(AttributeValue packed) {
    ByteBuffer names = packed.b().asByteBuffer();
    List<Long> runs = new ArrayList<>();
    while (names.hasRemaining()) {
      runs.add(names.getLong());
    }
    return runs;
  }

  /// The length of the group's name in 4 bytes, the name, and the place.
  static AttributeValue border(RowBorder border) {
    byte[] group = border.group().text().getBytes(UTF_8);
    byte[] place = border.place().toArray();
    byte[] packed =
        ByteBuffer.allocate(Integer.BYTES + group.length + place.length)
            .putInt(group.length)
            .put(group)
            .put(place)
            .array();
    return fromB(SdkBytes.fromByteArray(packed));
  }

  static RowBorder border(AttributeValue packed) {
    ByteBuffer border = packed.b().asByteBuffer();
    byte[] group = new byte[border.getInt()];
    border.get(group);
    byte[] place = new byte[border.remaining()];
    border.get(place);
    return new RowBorder(new Group(new String(group, UTF_8)), Bytes.of(place));
  }
}
