package pagemark.local.sample;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A comment on a product.
///
/// @param id the table's key, `PK`
/// @param product the group, `PK2`
/// @param time the sort value, `SK`: UTC, to the minute
/// @param rating 1 to 5
/// @param language null if the writer named none
record Comment(
    String id,
    String product,
    String time,
    int rating,
    @Nullable String language,
    String title,
    String text) {

  Map<String, AttributeValue> item() {
    Map<String, AttributeValue> item = new LinkedHashMap<>();
    item.put("PK", fromS(id));
    item.put("PK2", fromS(product));
    item.put("SK", fromS(time));
    item.put("rating", fromN(Integer.toString(rating)));
    if (language != null) {
      item.put("language", fromS(language));
    }
    item.put("title", fromS(title));
    item.put("text", fromS(text));
    return item;
  }
}
