package pagemark.pages.scope;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.index.Window;
import pagemark.key.GroupKey;
import pagemark.key.PositionCodec;
import pagemark.listing.Choice;
import pagemark.listing.Filter.OpenFilter.OpenValue;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Listing;
import pagemark.listing.Selection;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// What is paged through, and how: a sequence of items, cut into pages. Only the [Start] of a page
/// is not a part of it. A cursor is bound to its scope: it cannot be opened in another one.
///
/// @param groupParts the values that name the group, as requests write them; empty if the listing
///   has one group
/// @param value the value of an open filter; null if none is asked for
/// @param selection what the filters match; the whole group if there are none
/// @param size how many items a page has, 1 to the most that [Shown#sizeMax] allows
/// @param window null for the whole group
/// @param shown of each item; cursors do not depend on it
public record Scope(
    Listing listing,
    List<String> groupParts,
    @Nullable OpenValue value,
    Selection selection,
    Order order,
    int size,
    @Nullable SortWindow window,
    Numbering numbering,
    Shown shown) {

  public Scope {
    groupParts = List.copyOf(groupParts);
  }

  /// The whole group, by the listing's defaults.
  ///
  /// @param groupParts as many as the listing's group has
  public static Scope of(Listing listing, List<String> groupParts) {
    return new Scope(
        listing,
        groupParts,
        null,
        Selection.whole(listing.definition()),
        listing.order(),
        listing.pageSize().byDefault(),
        null,
        Numbering.FROM_FIRST,
        new Shown.Listed());
  }

  public Scope with(Selection other) {
    return new Scope(listing, groupParts, value, other, order, size, window, numbering, shown);
  }

  /// The items of one value of an open filter.
  public Scope with(OpenValue other) {
    return new Scope(listing, groupParts, other, selection, order, size, window, numbering, shown);
  }

  public Scope with(Order other) {
    return new Scope(listing, groupParts, value, selection, other, size, window, numbering, shown);
  }

  public Scope withSize(int other) {
    return new Scope(listing, groupParts, value, selection, order, other, window, numbering, shown);
  }

  public Scope with(@Nullable SortWindow other) {
    return new Scope(listing, groupParts, value, selection, order, size, other, numbering, shown);
  }

  public Scope with(Numbering other) {
    return new Scope(listing, groupParts, value, selection, order, size, window, other, shown);
  }

  public Scope with(Shown other) {
    return new Scope(listing, groupParts, value, selection, order, size, window, numbering, other);
  }

  /// Whether the index alone answers.
  public boolean isOfKeys() {
    return shown instanceof Shown.Keys;
  }

  /// The group of the index.
  public Group group() {
    return listing.definition().group(groupParts, value);
  }

  /// The group as partitions are named, in all of which every value of open filters may be.
  public Group queriedGroup() {
    return GroupKey.unescaped(groupParts);
  }

  /// Whether a position lies in the window.
  public boolean isWithin(Position position) {
    return window == null || window.holds(position);
  }

  /// The index entry that an item should have; empty if it is not in the group and selection.
  public Optional<Entry> entry(Map<String, AttributeValue> item) {
    return listing.definition().indexable(item) instanceof Indexed indexed
            && indexed.isIn(group())
            && selection.holds(indexed.entry().cell())
        ? Optional.of(indexed.entry())
        : Optional.empty();
  }

  /// Whether an item has expired, so that no page shows it.
  public boolean isExpired(Map<String, AttributeValue> item, Instant now) {
    return listing.definition().isExpired(item, now);
  }

  /// The end of the page before the item at `position`.
  public CursorPoint before(Position position) {
    return new CursorPoint(false, position, order == Order.DESCENDING);
  }

  /// The begin of the page after the item at `position`.
  public CursorPoint after(Position position) {
    return new CursorPoint(true, position, order == Order.ASCENDING);
  }

  public PositionCodec positions() {
    return listing.definition().positions();
  }

  /// Whether `next` leads to the page with the next smaller number: pages are counted from the
  /// smallest sort value, and shown from the largest.
  public boolean isCountedDown() {
    return numbering == Numbering.STABLE && order == Order.DESCENDING;
  }

  /// The window in the form of the index.
  public Window counted() {
    return window == null ? Window.WHOLE : window.window();
  }

  /// Encodes the scope; different scopes have different bytes. They contain the index definition
  /// and not the generation's id, so that cursors outlive a rebuild of the same definition.
  public byte[] bytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      write(listing.name(), out);
      // the format of an index changes no cursor
      write(listing.definition().ofFormat(1).json(), out);
      write(group().text(), out);
      for (Choice choice : selection.choices()) {
        write(choice.text(), out);
      }
      write(order.text(), out);
      out.writeInt(size);
      write(numbering.name(), out);
      writeWindow(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /// Writes a window with both ends as before there were others, so that cursors of it stay valid.
  private void writeWindow(DataOutputStream out) throws IOException {
    if (window == null) {
      out.writeByte(0);
      return;
    }
    out.writeByte(window.hasBothEnds() ? 1 : 2);
    for (Map.Entry<String, String> parameter : window.parameters().entrySet()) {
      if (!window.hasBothEnds()) {
        write(parameter.getKey(), out);
      }
      write(parameter.getValue(), out);
    }
  }

  /// Writes the length first, so that two neighbouring texts cannot be taken for two others.
  private static void write(String text, DataOutputStream out) throws IOException {
    byte[] bytes = text.getBytes(UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }
}
