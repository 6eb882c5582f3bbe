import java.util.List;
import java.util.stream.Collectors;
import shop.java.ApiClient;
import shop.java.api.DefaultApi;
import shop.java.api.DefaultApi.APIListCommentsRequest;
import shop.java.model.PageAnswer;

/** Prints the keys of page 2 of a product's comments with 4 or 5 stars, and how many there are. */
public final class ReadPage {
  private ReadPage() {}

  public static void main(String[] arguments) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(arguments[0]);
    APIListCommentsRequest request =
        APIListCommentsRequest.newBuilder()
            .group("DAFT_PUNK_TSHIRT")
            .rating(List.of("4", "5"))
            .size(3)
            .page(2)
            .build();
    PageAnswer page = new DefaultApi(client).listComments(request);
    String keys =
        page.getItems().stream()
            .map(item -> String.valueOf(item.get("PK")))
            .collect(Collectors.joining(" "));
    System.out.println(page.getPage().getTotalItems() + " " + keys);
  }
}
