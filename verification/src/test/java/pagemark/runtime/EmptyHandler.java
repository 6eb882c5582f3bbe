package pagemark.runtime;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.util.Map;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The least that a function on a table can be: it holds one client, and makes one call with it
/// where the variable `CALL` is set.
public final class EmptyHandler
    implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
  private final DynamoDbClient dynamo =
      DynamoDbClient.builder().httpClientBuilder(UrlConnectionHttpClient.builder()).build();

  @Override
  public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
    if (System.getenv("CALL") != null) {
      dynamo.getItem(
          g ->
              g.tableName(System.getenv("TABLE_NAME"))
                  .key(Map.of("PK", AttributeValue.fromS("nobody"))));
    }
    return APIGatewayV2HTTPResponse.builder().withStatusCode(200).withBody("{}").build();
  }
}
