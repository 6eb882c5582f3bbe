package pagemark.pages.items;

import java.util.Map;
import pagemark.entry.Position;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// An item and its position in the group.
public record PositionedItem(Position position, Map<String, AttributeValue> item) {}
