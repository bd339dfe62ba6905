import vitaran.Vitaran;
import vitaran.api.Beneficiaries;
import vitaran.api.Transfers;

public class StandardTransfer {
  public static void main(String[] args) {
    var vitaran = Vitaran.builder()
        .baseUrl(System.getenv("VITARAN"))
        .clientId(System.getenv("CLIENT_ID"))
        .clientSecret(System.getenv("CLIENT_SECRET"))
        .build();
    String beneId = System.getenv().getOrDefault("BENE_ID", "ravi_traders");
    String transferId = System.getenv().getOrDefault("TRANSFER_ID", "inv_2042");

    // 1. Once for each payee.
    System.out.println(vitaran.beneficiaries().create(Beneficiaries.CreateInput.builder()
        .beneId(beneId)
        .name("Ravi Traders")
        .email("accounts@ravi.example")
        .phone("9876543210")
        .address1("Sector 44, Gurgaon")
        .bankAccount(System.getenv().getOrDefault("BANK_ACCOUNT", "026291800001191"))
        .ifsc("YESB0000262")
        .build()));

    // 2. For each payment.
    System.out.println(vitaran.transfers().create(Transfers.CreateInput.builder()
        .beneId(beneId)
        .amount("1250.00")
        .transferId(transferId)
        .transferMode("banktransfer")
        .build()));

    // 3. Whenever you want to know.
    var asked = Transfers.GetInput.builder().transferId(transferId).build();
    System.out.println(vitaran.transfers().get(asked));
  }
}
