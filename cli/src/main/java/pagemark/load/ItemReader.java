package pagemark.load;

import java.util.Map;
import pagemark.listing.Listing;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/// Reads items from plain JSON, as pages show them, and checks that they fit a listing and its
/// table.
public final class ItemReader {
  private final JsonItem json;
  private final LoadTarget target;

  private ItemReader(JsonItem json, LoadTarget target) {
    this.json = json;
    this.target = target;
  }

  public static ItemReader of(Listing listing, TableDescription table) {
    LoadTarget target = LoadTarget.of(listing, table);
    return new ItemReader(new JsonItem(target.binary()), target);
  }

  /// @param key the item's key attributes
  public record Read(Map<String, AttributeValue> item, Map<String, AttributeValue> key) {}

  /// Reads a line of a file.
  ///
  /// @throws LineException if it is too long, or as [#item]
  Read line(byte[] utf8) throws LineException {
    if (utf8.length > LineSource.LINE_BYTES_MAX) {
      throw new LineException("is longer than 4 MB");
    }
    return item(utf8);
  }

  /// @param utf8 a JSON object
  /// @throws LineException if it is not a JSON object, or does not fit the table or the listing
  public Read item(byte[] utf8) throws LineException {
    Map<String, AttributeValue> item = json.read(utf8);
    return new Read(item, target.check(item));
  }

  /// Reads the table's key attributes from a JSON object, which may hold other attributes too.
  ///
  /// @throws LineException if it is not a JSON object, or a key attribute is missing or of another
  ///   type
  public Map<String, AttributeValue> key(byte[] utf8) throws LineException {
    return target.key(json.read(utf8));
  }
}
