package pagemark.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import pagemark.key.Group;
import pagemark.listing.Choice;
import pagemark.listing.Listing;
import pagemark.listing.Order;
import pagemark.listing.Selection;

/// The parts of a request that a cursor is bound to. It cannot be opened in a request in which any
/// of them differs.
record CursorScope(
    Listing listing,
    Group group,
    Selection selection,
    Order order,
    int size,
    @Nullable SortWindow window,
    Numbering numbering) {

  /// Encodes the scope; different scopes have different bytes. They contain the index definition
  /// and not the generation's id, so that cursors outlive a rebuild of the same definition.
  byte[] bytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      write(listing.name(), out);
      write(listing.definition().json(), out);
      write(group.text(), out);
      for (Choice choice : selection.choices()) {
        write(choice.text(), out);
      }
      write(order.text(), out);
      out.writeInt(size);
      write(numbering.name(), out);
      out.writeBoolean(window != null);
      if (window != null) {
        write(window.fromText(), out);
        write(window.toText(), out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /// Writes the length first, so that two neighbouring texts cannot be taken for two others.
  private static void write(String text, DataOutputStream out) throws IOException {
    byte[] bytes = text.getBytes(UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }
}
