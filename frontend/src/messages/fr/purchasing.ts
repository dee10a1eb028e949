/** French texts: purchasing. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/purchasing';

export const messages: Translation<typeof t> = {
  item: 'Article',
  currentStock: 'Stock actuel',
  recommended: 'Recommandé',
  cost: 'Coût',
  purchaseRecommendations: 'Recommandations d’achat',
  aiPoweredRecommendations: 'Recommandations par IA',
  theRecommendationsAreLoading: 'Chargement des recommandations',
  couldntLoadTheRecommendations: 'Impossible de charger les recommandations.',
  nothingLeftToReorder: 'Plus rien à réapprovisionner.',
  nothingToReorderAllItemsAre:
    'Rien à réapprovisionner. Tous les articles sont au-dessus de leur point de commande conseillé.',
  itemsAreAlreadyInDraftOrders: {
    one: '{waitingInDrafts} article est déjà dans des brouillons de commande.',
    other: '{waitingInDrafts} articles sont déjà dans des brouillons de commande.',
  },
  viewDrafts: 'Voir les brouillons',
  itemsDontHaveEnoughSalesHistory: {
    one: '{withoutReorderPoint} article n’a ni historique de ventes suffisant ni point de commande. Définissez un minimum pour l’inclure.',
    other:
      '{withoutReorderPoint} articles n’ont ni historique de ventes suffisant ni point de commande. Définissez un minimum pour les inclure.',
  },
  setMinimum: 'Définir un minimum',
  recommendationsTable: 'Recommandations d’achat',
  why: 'Pourquoi ?',
  theTermsAreLoading: 'Chargement des termes',
  searchItems: 'Rechercher des articles',
  supplier: 'Fournisseur',
  leadTimeDays: 'Délai de livraison (jours)',
  reorderPoint: 'Point de commande',
  orderSelection: 'Commander la sélection',
  goToDataSync: 'Aller à Data Sync',
  noInventoryYetSyncInventoryData:
    'Aucun inventaire pour l’instant. Synchronisez inventory_data pour voir quoi réapprovisionner.',
  couldntLoadThePurchasingFigures: 'Impossible de charger les chiffres d’achat.',
  totalSpend: 'Total des achats',
  inTheLast12Months: 'sur les 12 derniers mois',
  avgOrderValue: 'Valeur moyenne des commandes',
  perOrder: 'par commande',
  deliveryRate: 'Respect des livraisons',
  ofLinesOnTime: 'des lignes à temps',
  pp: '{points} pt',
  activeSuppliers: 'Fournisseurs actifs',
  inTheLast90Days: 'sur les 90 derniers jours',
  connectWarehouse: 'Connecter l’entrepôt de données',
  noPurchasesYetConnectYourWarehouse:
    'Aucun achat pour l’instant. Connectez votre entrepôt de données et lancez une synchronisation.',
  isLoading: 'Chargement : {label}',
  vsPrevious12Months: '{change} par rapport aux 12 mois précédents',
  vsPrevious90Days: '{change} par rapport aux 90 jours précédents',
  saleLinesAtLocationsWithoutStock: {
    one: '{lines} ligne de vente ne compte pas, car son article n’a pas de stock sur son site.',
    other: '{lines} lignes de vente ne comptent pas, car leurs articles n’ont pas de stock sur leurs sites.',
  },
  mapLocations: 'Associer les sites',
  daysOfCover: 'Jours de couverture',
  urgent: 'Urgent',
  order: 'Commander',
  showMoreRecommendations: 'Afficher {rows} de plus',
};
