//! The wordings themselves, as buyers and managers of farm inputs say them. A wording may stand in
//! several rows; it then has all their meanings.

use super::Slot;
use crate::features::assistant::question_planner::concept::Sense::{
    self, AboutName, Accuracy, Active, Ask, AverageOrder, Bad, Bottom, Buy, BuyFrom,
    ConfidenceWord, Customer, Data, Deliver, DeliveryRate, Enough, Explain, Export, Failed, Fast,
    Forecast, Foreign, Fresh, Good, HasCompare, Have, HowDoing, HowMany, HowOften, Index,
    InputCategory, InputCost, Lapsed, LastBuy, LeadTime, Low, Marker, Market, News, Next,
    NotBought, OnTime, Orders, Price, Product, Profile, Pronoun, Quantity, Reorder, ReorderPoint,
    Report, Revenue, RunOut, Sales, Segment, SellingWell, Slow, SlowMover, SoftExplain, Spend,
    Stock, SuccessRate, Supplier, SupplierCount, Sync, Top, TotalSpend, Trend, Vague, Weather,
    When, Who, Will, Window, Yield,
};
use crate::features::assistant::tool_registry::{
    Category, Commodity, GroupBy, Impact, Metric, Region, ReportFormat,
};

/// Meanings of wordings, separated by `|`.
pub(super) const CONCEPT_WORDINGS: &[(&[Sense], &str)] = &[
    // Stock
    (
        &[Stock],
        "supply|supplies|cover|covers|days of cover|stock|stocks|inventory|inventories|inv|on \
            hand|onhand|warehouse|shed|shelf|shelves|bin|stocked|stock position|stock \
            level|stock levels|in stock|supply on hand",
    ),
    (
        &[Low],
        "low|short|shortage|shortages|running low|run low|getting low|runs \
            low|scarce|understocked|depleted|critical|below minimum|under minimum|below min|too \
            little|light|tight|below reorder|below the reorder point|below reorder point|below \
            their reorder point|below its reorder point|at or below reorder point|under the \
            reorder point|under reorder point|under their reorder point|under its reorder \
            point|hit their reorder point|hit reorder point|hit the reorder point|at reorder \
            point|at their reorder point|below reorder level|under reorder level|dangerously \
            low|need attention|thin on|coming up short",
    ),
    (
        &[Low, Stock],
        "low stock|low inventory|short on|low on|low in|shy on|thin stock|under stocked|light \
            on|shy of|short of",
    ),
    (
        &[RunOut],
        "run out|running out|runs out|ran out|out of stock|stockout|stockouts|stock out|stocking \
            out|stock outs|sell out|selling out|almost gone|nearly gone|almost out|nearly \
            out|about out|go dry|going dry|be out of|we out of|out of anything|runout|running \
            dry|close to empty|nearly empty|about gone|down to nothing|scraping the \
            bottom|empty|looking empty|bare",
    ),
    (
        &[Have],
        "do we have|we have|i have|still have|have any|have enough|got any|have left|good on|good \
            for|fine on|ok on|okay on|covered on|set with|left|remaining|remain|sitting on|set \
            on|set for|fixed for|fixed on|got|we got|on the shelf|how are we on|how we on|in the \
            shed|in the warehouse|available|sit on|look on|look for|looking on|at on|stand \
            on|holding|carry|carrying",
    ),
    (&[Enough], "enough|sufficient|plenty"),
    (
        &[Reorder],
        "reorder|reorders|reordering|re order|restock|restocking|replenish|replenishment|order \
            more|need to order|need to buy|need to get|needs to be ordered|need ordering|needs \
            ordering|needs reordering|on order|get ordered|be ordered|to order|should we \
            order|should i order|should i be ordering|should we be ordering|should i be \
            buying|should we be buying|be buying|buying list|purchasing list|order \
            sheet|recommendation|recommendations|recommend|recommended|ordering|buy more|to \
            buy|should we buy|should i buy|to purchase|should we purchase|stock up|stocking \
            up|purchase recommendation|purchase recommendations|order recommendation|order \
            recommendations|buying recommendation|buying recommendations|recommended \
            order|recommended orders|suggested order|suggested orders|reorder list|buy \
            list|shopping list|order list|purchase list|top up|restocking list|recommend \
            ordering|recommend buying|bring in",
    ),
    (
        &[ReorderPoint],
        "reorder point|reorder points|reorder level|reorder levels|re order point|minimum stock \
            level",
    ),
    (
        &[Product],
        "product|products|item|items|sku|skus|goods|line|lines|input|inputs|brand|prod|prods|stuff|material|materials|article",
    ),
    // Sales
    (
        &[Sales],
        "sales|sale|sold|sell|sells|selling|turnover|revenue|revenues|takings|sales figures|bring \
            in money|earn|earned|make money|made money|make more money|make the most money|bring \
            in|brought in|make in sales|gross|grossing|made in sales|top line|topline|money \
            in|business did we do|ring up|rang up|booked in sales|invoiced",
    ),
    (
        &[SellingWell],
        "whats hot|what is hot|hot in|hot item|hot items|hot product|hot products|whats \
            selling|what is selling|whats moving|what is moving|best seller|best \
            sellers|bestseller|bestsellers|best selling|top selling|top seller|top \
            sellers|moving best|sell best|sells best|selling best|sold best|sells the most|sell \
            the most|sold the most|selling the most|moving the most|moves the most|moved the \
            most|moving fastest|fastest moving|fast movers|fast mover|hot sellers|hot \
            seller|flying off|flying out|hottest|going out the door|selling well|moving well|big \
            movers|big sellers|biggest sellers|most popular|popular|biggest earners|biggest \
            earner|best performing|star products|money makers|money maker|moving quickest|move \
            fastest|moves fastest|moves best|brings in the most|bring in the most|bringing in \
            the most|makes us the most|made us the most|earned us the most|earns us the most|top \
            grossing|top performers|best performers|winners",
    ),
    (
        &[SlowMover],
        "slow mover|slow movers|slow moving|slow selling|slowest moving|slowest selling|slow \
            sellers|slow seller|worst seller|worst sellers|worst selling|least popular|not \
            selling|isnt selling|arent selling|not moving|isnt moving|arent moving|dead \
            stock|dead inventory|gathering dust|collecting dust|sitting around|sells worst|sell \
            worst|selling worst|sells the least|sell the least|sold the least|selling the \
            least|moving slowest|moves slowest|moving the least|slowest sellers|slowest \
            seller|slowest movers|duds|laggards|poor sellers|hardly sells|hardly selling|barely \
            selling|barely moving|sells least|selling least|sold least|lagging|underperforming",
    ),
    (
        &[Top],
        "top|best|biggest|largest|highest|leading|most|greatest|major|strongest|number one|number \
            1|ranking|ranked|rank|biggest spending|most valuable|key|main|heaviest",
    ),
    (
        &[Bottom],
        "worst|least|lowest|bottom|smallest|weakest|poorest|fewest",
    ),
    (
        &[Sales, HowDoing],
        "total sales|overall sales|sales total|sales totals|our sales|sales figures|sales \
            numbers|sales summary|sales overview|sales performance|sales insights|sales \
            insight|sales results|sales recap|how much did we sell|how much have we sold|how \
            much we sold|did we sell|have we sold|sales look|sales looking|sales doing|total \
            revenue|our revenue|revenue total",
    ),
    (
        &[Spend, BuyFrom],
        "do we write|we write|do we cut|do we owe|we send|do we send|do we spend|did we spend|we \
            spend|have we spent|we spent|are we spending|we pay|do we pay|did we pay|have we \
            paid|we paid|our spend|our spending|our purchasing spend|my spend|did i spend|do i \
            spend|have i spent",
    ),
    (
        &[SoftExplain],
        "what exactly is|what is a|what is an|whats a|whats an|what is the|measured|measure|based \
            on|goes into|come from|comes from|comes about|made of|made up|consist of|consists \
            of|arrived at",
    ),
    (
        &[Revenue],
        "revenue|dollars|money|dollar value|sales value|value",
    ),
    (
        &[Quantity],
        "quantity|quantities|qty|units|volume|volumes|by the bag|bags|gallons|tons|unit \
            sales|units sold|tonnage",
    ),
    (
        &[Orders],
        "order count|orders|number of orders|order frequency|orders placed|times ordered|most \
            often|how often they order|frequency",
    ),
    (
        &[AverageOrder],
        "size order|sized order|normal order|order sizes|size of an order|size of order|size of \
            orders|average order|average order value|avg order|avg order value|aov|order \
            value|order size|average order size|average sale|average ticket|ticket size|basket \
            size|average basket|typical order|typical order size|typical ticket|on \
            average|typical sale|typical invoice|ticket|mean order|average invoice|per \
            order|order worth|average purchase size|usual order",
    ),
    // Customers
    (
        &[Customer],
        "customer|customers|cust|custs|grower|growers|farmer|farmers|client|clients|buyer|buyers|account|accounts|producer|producers|clientele|farms|people \
            buying",
    ),
    (
        &[Segment],
        "segment|segments|segmentation|customer groups|groups of customers|kinds of \
            customers|types of customers|customer types|types of customer|kinds of \
            customer|predicted needs|customer needs|potential savings|savings|saving|save|save \
            money|cluster|clusters|tier|tiers|customer insights|customer insight|buying \
            patterns|purchasing patterns|purchase patterns|customer categories|grouped|group \
            up|groups|into groups|customer base|bucket|buckets",
    ),
    (
        &[Lapsed],
        "gone for|been gone|absent|lapsed|lapse|inactive|gone quiet|went \
            quiet|quiet|dormant|stopped buying|stopped ordering|stopped \
            purchasing|lost|losing|churn|churned|churning|churners|drifted away|drifting \
            away|drifting|drifted|slipping away|slipped away|slipping|gone silent|silent|gone \
            dark|went dark|went cold|gone cold|fallen off|dropped off|disappeared|gone \
            missing|quit buying|quit ordering|quit on us|dried up|walked away|at risk of \
            leaving|left us|fell off|cooled off|win back|ghosted|ghosting|no longer buying|no \
            longer ordering|not coming back",
    ),
    (
        &[NotBought],
        "havent been around|hasnt been around|havent come around|havent stopped by|hasnt stopped \
            by|not been around|havent shown up|hasnt shown up|havent called|havent been by|not \
            come in|havent bought|hasnt bought|havent ordered|hasnt ordered|havent \
            purchased|hasnt purchased|not bought|not ordered|not purchased|no purchase|no \
            purchases|no order|no orders|didnt buy|didnt order|did not buy|did not order|without \
            a purchase|without an order|without purchase|without buying|without ordering|without \
            purchases|havent seen|not seen|havent heard from|we heard from|not heard from|havent \
            been in|hasnt been in|bought nothing|ordered nothing|have not bought|has not \
            bought|have not ordered|has not ordered|have not purchased|not placed an \
            order|havent placed an order|hasnt placed an order|not been in|havent come in|no \
            activity|zero purchases|zero orders|nothing from|not buying|arent buying|not ordering",
    ),
    (
        &[Profile],
        "scoop|scoop on|word on|skinny|story|dirt on|catch me up on|fill me in on|fill me in|tell \
            me about|profile|overview of|details on|details for|detail on|average spend|avg \
            spend|purchase history|buying history|order history|history with|history \
            of|background on|rundown on|summary of|the story with|the story on|info \
            on|information on|know about|whats up with|lowdown on|snapshot of|account \
            summary|customer card|going on with|happening with|more about",
    ),
    (&[AboutName], "doing|going on|performing|looking|look"),
    (
        &[HowOften],
        "how often|how frequently|purchase frequency|buying frequency|regularly|how regularly",
    ),
    (
        &[LastBuy],
        "last bought|last buy|last purchase|last purchased|last order|last ordered|latest \
            order|latest purchase|most recent order|most recent purchase|last time|last \
            in|previous order|when did|last seen|last visit|bought from us last|ordered from us \
            last",
    ),
    (
        &[Buy],
        "buy|buys|buying|purchase|purchases|purchasing|order|orders|ordering|bought|purchased|ordered|come \
            in|coming in|come back|coming back",
    ),
    (
        &[Next],
        "next|again|likely|due|expected|expect|predicted|prediction|predictions|upcoming|soon|overdue|probably|anticipated|late \
            to order|past due|when should i expect|when should we expect|when can we expect|when \
            can i expect|next up|coming due|ready|about to",
    ),
    (
        &[Next, Buy],
        "next purchase|next purchases|next order|next orders|buy next|buying next|order \
            next|ordering next|buy again|order again|purchase again|ordering again|buying \
            again|due to buy|due to order|due to purchase|due to reorder|due for an order|due \
            for another order|due for a purchase|due an order|due for reorder|likely to \
            buy|likely to order|likely to purchase|likely to reorder|going to buy|going to \
            order|expected to buy|expected to order|expected to purchase|ready to buy|ready to \
            order|about to buy|about to order|reorder next|upcoming purchases|upcoming \
            orders|predicted purchases|predicted next|overdue|overdue for an order|be back|come \
            back|coming back|set to buy|set to order|place another order|place an order|place \
            their next order|buying soon|next buy|repeat purchase|call next|should i call|should \
            we call|next in line|back in|order soon|be ordering",
    ),
    (&[Will], "will|going to|gonna|expect|expected|should expect"),
    (&[Who], "who|whos|whose|whom|wholl|whod|whove"),
    (
        &[Buy],
        "order from us|orders from us|ordered from us|buys from us|buy from us|bought from \
            us|purchases from us|purchased from us|buying from us|ordering from us",
    ),
    (
        &[Top, Orders],
        "most orders|most often|most frequently|most frequent",
    ),
    (&[Bottom, Orders], "fewest orders|least orders"),
    (
        &[Who, Customer],
        "which customer|which customers|which grower|which growers|which farmer|which \
            farmers|which client|which clients|which account|which accounts",
    ),
    // Suppliers
    (
        &[Supplier],
        "supplier|suppliers|vendor|vendors|distributor|distributors|manufacturer|manufacturers|wholesaler|wholesalers|supply \
            house|who supplies|supplies us|supplies our|supplies the|supplied|supplied us|source \
            from|sourcing from|supply us",
    ),
    (
        &[Spend, Customer],
        "writing us|writes us|pays us|paying us|pay us|paid us",
    ),
    (&[Spend, Top], "biggest checks|biggest cheques"),
    (
        &[Spend],
        "writing checks|write checks|spend|spends|spent|spending|pay|pays|paid|paying|cost \
            us|payments|payment|outlay|expenditure|expenditures|purchases from|our \
            purchases|bill|billed|bills|shell out|shelled out|going to suppliers|purchasing \
            cost|purchasing costs|procurement|procure|cost of goods|put out|laid out|dropped \
            with|money going|money goes|went to|purchase volume|purchase total|cash out",
    ),
    (
        &[TotalSpend, Spend],
        "total spend|total spending|overall spend|total purchases|total spent",
    ),
    (
        &[BuyFrom, Spend],
        "buy from|bought from|buying from|purchased from|purchase from|buy the most from|bought \
            the most from|buy most from|do we buy|did we buy|have we bought|we bought|we \
            buy|order from|ordered from|we order|did we order|we purchased|did we purchase|do \
            business with|get from|getting from",
    ),
    (
        &[Deliver],
        "deliver|delivers|delivered|delivering|delivery|deliveries|shipment|shipments|ship|ships|shipping|shipped|truck|trucks|get \
            here|arrive|arrives|arriving|show up|shows up|turn up",
    ),
    (
        &[OnTime],
        "said they would|as they said|when they said|when promised|when they say|by the promised \
            date|stick to the schedule|meet their dates|on time|ontime|on \
            schedule|punctual|punctuality|reliable|reliability|dependable|late|delay|delays|delayed|lateness|tardy|otd|keeps \
            its promises|keep their promises|keep promises|trust|unreliable|never late|always \
            late|missed dates|promised date|count on|as promised|flaky",
    ),
    (
        &[DeliveryRate, OnTime],
        "delivery rate|delivery rates|on time rate|on time delivery|on time delivery rate|on time \
            deliveries|delivery performance|delivery record|delivery score|late deliveries|otd \
            rate|on time percentage|late shipments",
    ),
    (
        &[LeadTime],
        "lead time|lead times|leadtime|leadtimes|turnaround|turnaround time|delivery \
            time|delivery times|how long does it take|how many days|take to ship|takes to \
            ship|how long do they take|how long does|how long do|days to deliver|take to \
            deliver|takes to deliver|takes to arrive|delivery speed|days to arrive|wait \
            for|waiting on",
    ),
    (
        &[Slow],
        "slow|slowest|slower|longest|drags|drag|takes forever|take forever|sluggish|laggard|takes \
            the longest|take the longest|keeps us waiting|long",
    ),
    (
        &[Fast],
        "fast|fastest|quick|quickest|shortest|quicker|faster|speedy|prompt|promptest",
    ),
    (
        &[Good],
        "best|most reliable|reliable|better|good|highest|dependable|most dependable|most \
            punctual|always on time|top",
    ),
    (
        &[Bad],
        "worst|least reliable|unreliable|late|worse|bad|poor|poorest|lowest|late the most|most \
            often late|always late|usually late|late most often|least \
            punctual|delays|delayed|least dependable|struggling|bottom|flaky|trouble",
    ),
    (
        &[Active],
        "active|delivering to us|do business with|working with|currently use|currently \
            using|using|dealing with",
    ),
    (
        &[SupplierCount, Active, Supplier],
        "active suppliers|active vendors|supplier count|number of suppliers|vendor count|number \
            of vendors|count of suppliers|how many suppliers|how many vendors|how many different \
            suppliers|how many different vendors",
    ),
    (
        &[HowMany],
        "how many|how much|number of|count|count of|how many different",
    ),
    // Market
    (
        &[Price],
        "price|prices|priced|pricing|quote|quotes|quoted|going for|trading \
            at|trading|trade|trades|cost|costs|worth|bid|bids|futures|per bushel|a bushel|per \
            ton|cash price|selling for|running",
    ),
    (
        &[Trend],
        "growth|grow|grew|grown|trend|trends|trending|trended|history|move|moved|moves|movement|movements|moving|direction|over \
            time|chart|graph|rise|rises|risen|rose|rising|fall|fell|fallen|falling|drop|dropped|dropping|up \
            or down|changed|change|changing|go|going|gone|went|been \
            doing|climb|climbed|climbing|slide|slid|gone up|gone down|went up|went down|going \
            up|going down|come down|came down|coming down|come up|came \
            up|heading|headed|development|evolve|evolved|track|performed|trajectory|jumped|swing|swings|volatility|increased|decreased|curve|developing|developed",
    ),
    (
        &[Market],
        "market|markets|commodity|commodities|grain|grains|crop prices|grain prices|commodity \
            prices|ag markets|board",
    ),
    (
        &[Market, Trend],
        "market trend|market trends|market update|market overview|market summary|market \
            movement|market movements|markets doing|market doing|market look|market looking",
    ),
    (
        &[Market, Price],
        "market price|market prices|commodity price|commodity prices|grain price|grain \
            prices|crop price|crop prices",
    ),
    (
        &[Index],
        "price index|supply price index|supply index|cost index|index|ppi|inflation|input inflation",
    ),
    (
        &[InputCost],
        "input cost|input costs|input price|input prices|supply prices|supply price|supply \
            costs|purchase prices|purchase price|buying prices|our costs|our prices|cost of \
            inputs|price of inputs|what we pay|supplier prices|prices we pay|more for \
            inputs|paying more|pay more|getting more expensive|getting expensive|more \
            expensive|cheaper|pricier|dearer",
    ),
    (
        &[Yield],
        "how many bushels|yield|yields|bushels per acre|bu per acre|bu ac|bushels an acre|crop \
            forecast|crop forecasts|crop outlook|harvest forecast|harvest outlook|harvest|crop \
            production|production forecast|crop expectations|yield outlook|crops look|crops \
            looking|crop size",
    ),
    (
        &[Forecast],
        "forecast|forecasts|outlook|projection|projections|projected|estimate|estimates|forecasted|expectation|expectations|predict|predicted",
    ),
    (
        &[Weather],
        "pouring|sunny|snowing|flood|floods|flooding|hail|windy|freeze|freezing|heat \
            wave|weather|rain|rainfall|rains|raining|temperature|temperatures|drought|precipitation|frost|how \
            hot|how wet|how dry|dry|wet|heat|hot|cold|storm|storms|climate|growing \
            conditions|field conditions|weather conditions|moisture|degrees|rained|humid|snow",
    ),
    (
        &[News],
        "news|good news|bad news|headline|headlines|articles|announcements|market \
            commentary|commentary|stories|newsfeed|whats happening in the market|whats happening \
            in the markets|whats going on in the market|whats going on in the markets",
    ),
    (
        &[Window],
        "bottom out|bottomed out|bottoms out|prices lowest|price lowest|lowest prices|lowest \
            price|best time|right time|good time|cheapest time|cheapest|time of year|time of the \
            year|when to buy|when to purchase|when to prepay|when to order|when should i \
            buy|when should we buy|when should i order|when should we order|when should we \
            purchase|when should i purchase|purchase window|purchase windows|buying \
            window|buying windows|buying season|purchasing window|purchasing windows|lock \
            in|locking in|prepay|prepaying|best month|best months|cheapest month|cheapest \
            months|what month|which month|what months|which months|ideal time|optimal \
            time|optimal purchase|optimal purchase window|optimal purchase windows|optimal \
            purchase time|book early|early order|when is it cheapest|when are prices \
            lowest|cheapest to buy|cheap|get cheap|gets cheap|time to buy|time to order|time to \
            purchase|time to stock up|time to lock in|time to book|smartest time|cheaper to \
            buy|best season|pull the trigger|wait to buy|when do prices bottom|seasonal low",
    ),
    // Data
    (
        &[Sync],
        "sync|synced|syncs|syncing|synchronised|synchronized|synchronization|synchronisation|data \
            sync|last sync|sync status|system status|sync run|data \
            load|loaded|import|imported|imports|last import|last imported|pulled in|last \
            pull|data feed|feed|pipeline|warehouse connection|ingested|sync errors|sync \
            error|sync history|sync time|system health|ingest",
    ),
    (
        &[Fresh],
        "old data|old numbers|data old|numbers old|old is|yesterdays data|yesterdays numbers|out \
            of sync|fresh|freshness|up to date|uptodate|are current|is current|data \
            current|numbers current|figures current|prices current|inventory current|how current \
            is|stale|refreshed|last update|last updated|updated|last refresh|last refreshed|how \
            old|out of date|outdated|recent data|latest data|last load|as of when|data age|how \
            recent|how current|up to the minute|recently updated|age of",
    ),
    (
        &[Data],
        "data|numbers|figures|table|tables|records|rows|info|information|dataset|stats",
    ),
    (
        &[Failed],
        "fail|fails|failed|failing|failure|failures|errors|error|broken|problem|problems|rejected|rejects|success \
            rate|go through|went through|succeed|succeeded|successful|finish|finished",
    ),
    (
        &[Report],
        "report|reports|reporting|printout|print out|write up|writeup|handout|one pager|summary \
            report|document",
    ),
    (
        &[Export],
        "export|exports|download|downloads|pdf|csv|html|spreadsheet|excel|xlsx",
    ),
    (
        &[Explain],
        "calculated|calculate|calculation|computed|compute|computation|formula|definition|define|defined|defines|mean|means|meaning|meant|stand \
            for|stands for|work out|worked out|derived|derive|explain|explanation|how do you \
            get|come up with|what counts as|counts as|what is meant by|methodology|arrive \
            at|figure out|figured|interpret|get calculated",
    ),
    (&[SuccessRate], "success rate|sync success rate"),
    (
        &[ConfidenceWord],
        "confidence|confidence badge|confidence level|confidence score|confidence rating|high \
            confidence|low confidence|medium confidence",
    ),
    (
        &[Accuracy],
        "forecast accuracy|accuracy|accurate|how accurate|how good is the forecast|forecast error",
    ),
    (
        &[HowDoing],
        "how are we doing|how are we|how did we do|howd we do|how have we done|how is \
            business|hows business|how are things|hows it going|how we doing|how we did|we \
            doing|we do|business|performance|performing|perform|performed|doing|shaping up|did \
            we do|are we doing|how were we|hows the business|holding up|stack up|stacking \
            up|look like|looks like|how are|how is|hows|how did|how was|how \
            were|insights|insight|overview|summary|fare|fared|faring",
    ),
    (
        &[When],
        "wen|when|whens|what date|what day|how soon|when is|when are|when will|when was|when \
            were|what time",
    ),
    // Out of the trade, or of what any tool knows
    (
        &[Foreign],
        "poem|poems|poetry|joke|jokes|song|songs|lyrics|haiku|limerick|essay|novel|recipe|recipes|cook|cooking|restaurant|restaurants|hotel|flight|flights|movie|movies|film|football|soccer|baseball|basketball|game|games|score \
            of|world cup|super \
            bowl|election|elections|president|politics|senator|congress|governor|capital \
            of|celebrity|bitcoin|crypto|cryptocurrency|ethereum|stock market|nasdaq|dow \
            jones|shares of|tesla|apple stock|python|javascript|rust \
            code|code|algorithm|homework|translate|translation|spanish|french|german|horoscope|astrology|philosophy|meaning \
            of life|tractor|tractors|planter|sprayer|drone|drones|pickup \
            truck|pickup|equipment|machinery|land|acreage \
            price|rent|loan|loans|mortgage|interest rate|interest rates|credit \
            score|insurance|subsidy|subsidies|lawsuit|lawyer|legal|attorney|contract \
            law|tax|taxes|payroll|salary|salaries|wage|wages|employee|employees|staff|hire|hiring|fire|vacation|profit|profits|profitability|margin|margins|ebitda|net \
            income|balance sheet|cash flow|receivables|invoices due|accounts payable|accounts \
            receivable|credit \
            limit|doctor|medical|medicine|headache|symptoms|diet|calories|workout|cattle|hogs|hog|milk|livestock|pig|pigs|cow|cows|chicken|eggs|beef|pork|gasoline|oil \
            price|oil prices|crude|diesel|gold|silver|phone number|phone|email \
            address|address|birthday|married|religion|weather on \
            mars|moon|planet|science|history of the \
            world|war|dating|girlfriend|boyfriend|love|dog|cat|music|band|artist|painting|book \
            recommendation|netflix|youtube|facebook|twitter|instagram|chatgpt|openai|gpt|language \
            model|your model|who made you|who are you|are you human|are you \
            sentient|feelings|riddle|trivia|sing|paint|draw|dream|advertisement|slogan|tagline|blog \
            post|tweet|speech|cover letter|resume|linkedin|marketing campaign|ideas \
            for|brainstorm|competitor|competitors|rival|rivals|rice|cotton|barley|oats|sugar|coffee|cocoa|lumber|natural \
            gas|electricity|solar|wind turbine",
    ),
    // Talk
    (
        &[Marker],
        "and|what about|how about|how bout|what of|also|instead|just|only|same|same thing|same \
            for|same question|again|then|but|or|now|now for|now show|okay|ok|alright|more|make \
            it|make that|switch to|change to|change it to|filter|narrow|limit to|limit it \
            to|restrict to|expand to|compared to|as for|too|else|ones|one|the same|do the \
            same|drill|break it down|break that down|sort|sorted|this time|that by|it by|those \
            by|rather|except|versus|vs",
    ),
    (
        &[Pronoun],
        "they|them|their|theirs|it|its|that|those|these|this one|that \
            one|he|she|his|her|him|theyre|theyve|theyll",
    ),
    (
        &[Vague],
        "lately|recently|these days|recent|nowadays|currently|right now|of late|this weekend|the \
            weekend|at the moment|so far|for a while|a while|in a while|in ages|long time",
    ),
    (
        &[Ask],
        "help|hello|hi|hey|thanks|thank you|what can you do|what can i ask|good morning|good \
            afternoon|good evening|who are you|how do you work",
    ),
    (
        &[HasCompare],
        "up from|down from|up over|up on|down on|ahead of|better than|worse than|higher \
            than|lower than|compare to|compare with|compared to|compared with|comparing to|in \
            comparison to|in comparison with|as against|stack up against|relative \
            to|compare|compared|comparing|comparison|versus|vs|against|than|relative to|year on \
            year|difference|differ",
    ),
    (
        &[InputCategory],
        "seed|seeds|pesticide|pesticides|chem|chems|chemical|chemicals|herbicide|herbicides|crop \
            protection|insecticide|insecticides|fungicide|fungicides",
    ),
];

/// Wordings that choose an argument's value.
pub(super) const SLOT_WORDINGS: &[(Slot, &str)] = &[
    (
        Slot::Category(Category::Fertilizer),
        "fertilizer|fertilizers|fertiliser|fertilisers|fert|ferts|plant \
            food|nutrient|nutrients|npk|crop nutrition|crop nutrients",
    ),
    (
        Slot::Category(Category::Seed),
        "seed|seeds|seed corn|seedcorn|seed beans",
    ),
    (
        Slot::Category(Category::Pesticide),
        "pesticide|pesticides|chem|chems|chemical|chemicals|crop \
            protection|herbicide|herbicides|insecticide|insecticides|fungicide|fungicides|crop \
            chem|crop chemicals|ag chem|weed killer",
    ),
    (Slot::Commodity(Commodity::Corn), "corn|maize"),
    (
        Slot::Commodity(Commodity::Soybeans),
        "soybean|soybeans|soy|soya|soys|beans|bean|soyabeans|soybean market",
    ),
    (Slot::Commodity(Commodity::Wheat), "wheat"),
    (
        Slot::Commodity(Commodity::Fertilizer),
        "fertilizer|fertilizers|fertiliser|fertilisers|fert|ferts",
    ),
    (
        Slot::Region(Region::Midwest),
        "midwest|mid west|corn belt|middle west|midwestern",
    ),
    (
        Slot::Region(Region::Plains),
        "plains|great plains|high plains|prairies",
    ),
    (
        Slot::Region(Region::Southeast),
        "southeast|south east|southeastern",
    ),
    (
        Slot::Region(Region::Northeast),
        "northeast|north east|northeastern",
    ),
    (
        Slot::Impact(Impact::Positive),
        "positive|good|good news|bullish|upbeat|favorable|favourable",
    ),
    (
        Slot::Impact(Impact::Negative),
        "negative|bad|bad news|bearish|unfavorable|unfavourable",
    ),
    (Slot::Impact(Impact::Neutral), "neutral"),
    (
        Slot::GroupBy(GroupBy::Category),
        "by category|per category|by categories|each category|by type|by product category|by \
            product type|across categories|by department|category breakdown|category split|by \
            product group|every category",
    ),
    (
        Slot::GroupBy(GroupBy::Month),
        "by month|per month|monthly|each month|month by month|every month|by the month|monthly \
            breakdown|over the months",
    ),
    (
        Slot::GroupBy(GroupBy::Product),
        "by product|per product|by item|per item|each product|each item|by sku|product by \
            product|by products|by items|product breakdown|item by item|every product|every item",
    ),
    (
        Slot::Metric(Metric::Revenue),
        "revenue|dollars|by value|sales value|dollar value|by sales|money|in dollars",
    ),
    (
        Slot::Metric(Metric::Quantity),
        "quantity|quantities|qty|units|by volume|volume|volumes|unit sales|units sold|tonnage|in \
            units|number sold",
    ),
    (
        Slot::Metric(Metric::Orders),
        "order count|number of orders|by orders|orders placed|most orders|fewest orders|least \
            orders|most often|most frequently|by frequency|frequency|order frequency|order \
            number|in orders|times ordered|frequent|most frequent",
    ),
    (
        Slot::Metric(Metric::DeliveryRate),
        "delivery rate|delivery rates|on time rate|on time delivery|on time delivery rate|on \
            time|delivery performance|reliability|on time percentage|late|late \
            deliveries|reliable|punctual|punctuality|delays|delayed|unreliable",
    ),
    (
        Slot::Metric(Metric::LeadTime),
        "lead time|lead times|leadtime|leadtimes|turnaround|turnaround time|delivery \
            time|delivery times|days to deliver|delivery speed",
    ),
    (Slot::Format(ReportFormat::Pdf), "pdf|pdfs"),
    (Slot::Format(ReportFormat::Html), "html|web page|webpage"),
    (
        Slot::Format(ReportFormat::Csv),
        "csv|spreadsheet|excel|xlsx|comma separated",
    ),
];

/// Words that carry no meaning here.
pub(super) const FILLER_WORDS: &str = "asap fyi btw eod pronto monday tuesday wednesday thursday friday \
    saturday sunday mondays fridays itll thatll whatll howll a an the of for to in on at by with \
    from into onto about as is are was were be been being am do does did done has have had \
    having i we us our ours me my mine you your yours im ive id ill were weve wed youre it this \
    that there here which what whats whatre whatd hows howre howd how why where wheres whereas \
    who whos please pls plz show shows showing give gives tell tells list lists display see view \
    look looks looking get gets got find fetch pull pulls up down out off over under need needs \
    needed want wants wanted like liked would could can cant should shall might may must let \
    lets make makes made know knows check checks run runs keep keeps put puts say says said \
    think thinks help any anything something everything all every each both some many much more \
    most less few lot lots if so not no yes yeah now still yet already ever just only really \
    very quite actually exactly basically roughly around about approximately per across among \
    within between during through until while because since than too also well ok okay hey hi \
    hello sprout bot assistant dear thanks thank cheers quick quickly question answer walk bring \
    brings currently generate generated generating create created creating prepare prepared \
    build built produce currently present given based using use used via versus against total \
    overall general entire whole full complete breakdown break split broken figure number amount \
    amounts level levels status state situation position standing picture view update rundown \
    details detail summarize summarise summarized summary overview recap brief me ourselves \
    company business shop store team place side part kind sort sorts type types thing things \
    stuff way ways bit little big bigger large larger small smaller whats theres heres thats \
    dont doesnt didnt isnt arent wasnt werent wont wouldnt couldnt shouldnt havent hasnt hadnt \
    cannot gonna wanna gotta time times date dates day days week weeks month months quarter \
    quarters year years today yesterday tomorrow morning afternoon evening night calendar fiscal \
    last past previous prior this next first second third before after ago earlier later early \
    late come comes came coming go goes going went take takes took taking start starts started \
    end ends ended stay stays seem seems appear appears happen happens happened happening work \
    works worked working talk talking set sets got another other others different separate \
    single wondering curious interested hoping trying try tried able possible possibly maybe \
    perhaps quickly right left high higher highs lower lows great nice fine sure available ready \
    ask asks asked asking call called calls name named names  dollars dollar bucks usd percent \
    percentage rate rates ratio figures even though although however either neither nor yet per \
    plus minus together alone along away back forward again always never often usually sometimes \
    these those them they their theirs he she his her him its itself ones one two three four \
    five six seven eight nine ten and or but then else mr mrs ms sir madam guys folks people \
    person everybody everyone anybody anyone someone somebody nobody concerning regarding \
    respect terms case compare comparison versus evolution interest idea clue sense scoop skinny \
    point points";
